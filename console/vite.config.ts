/**
 * Two builds that share no file: `public` for everybody, `operator` for the operator's port. The
 * gateway serves each of them under `/console/`, with its page at `/`.
 */
import { defineConfig } from 'vite';

export default defineConfig(async ({ command, mode }) => ({
  base: command === 'build' ? '/console/' : '/',
  // A build needs no plugin; while developing, a changed component is replaced in place.
  plugins: command === 'serve' ? [(await import('@vitejs/plugin-react')).default()] : [],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    emptyOutDir: true,
    // The content security policy refuses data addresses of scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: mode === 'operator' ? 'operator.html' : 'index.html' },
  },
  server: {
    proxy: Object.fromEntries(
      ['/market', '/buyer', '/seller', '/docs', '/socket.io'].map((path) => [
        path,
        { target: 'http://127.0.0.1:8080', ws: path === '/socket.io' },
      ]),
    ),
  },
}));
