import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The built client lies inside the Python package, so that a wheel carries it.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  build: {
    outDir: "../src/cardroom/server/client",
    emptyOutDir: true,
    target: "es2022",
    // Everything is a file of its own: the content security policy allows no inline data but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true, headers: { origin: "http://127.0.0.1:8080" } } },
  },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
});
