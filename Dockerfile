# One image for the gateway, the worker and the relay; the command selects the process.
FROM node:20.19.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY console/package.json ./console/
RUN npm ci --no-audit --no-fund

FROM packages AS build
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:20.19.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/config/catalog.json ./config/catalog.json
COPY --from=build /app/cli/tokenbook.mjs ./cli/tokenbook.mjs
USER node
EXPOSE 8080 8081
CMD ["node", "--enable-source-maps", "dist/processes/gateway.js"]
