import { defineConfig } from 'vite';

// In the mode `bundled`, the server's part has the kit in it. msw stays outside: what it runs in Node reads a file
// that stands beside it.
export default defineConfig(({ mode }) => ({
  ssr: mode === 'bundled' ? { noExternal: ['plant-store-kit'] } : {},
}));
