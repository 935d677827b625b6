# One image for the gateway, the worker and the relay; the command selects the process.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY console/package.json ./console/
RUN npm ci --no-audit --no-fund

FROM packages AS build
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/config/catalog.json ./config/catalog.json
COPY --from=build /app/cli/tokenbook.mjs ./cli/tokenbook.mjs
# A number shows an orchestrator that this is not root. No process writes to the file system.
USER 1000:1000
EXPOSE 8080 8081
# Of a gateway by its operator's port, of a worker or a relay by HEALTH_PORT.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT || process.env.ADMIN_PORT || 8081}/readyz`).then((res) => process.exit(res.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/processes/gateway.js"]
