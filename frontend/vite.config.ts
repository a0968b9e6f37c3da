/** The build: the entries that django-vite finds by the manifest, served from /static/. */
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  base: '/static/',
  plugins: [svelte()],
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // Data URIs are refused by the content security policy: every asset is a file.
    assetsInlineLimit: 0,
    // The polyfill would be a second script in each page, for browsers older than the target.
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { site: 'src/site.ts', table: 'src/table.ts', new: 'src/new.ts' } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
