import { defineConfig } from 'vitest/config';
import { watchForKeys } from './test/leaks/watch-for-keys.ts';
import { lateOptimising } from './test/support/late-optimising.ts';

const apart = ['test/aws/**', 'test/browser/**', 'test/prometheus/**'];
const short = {
  include: ['test/**/*.test.ts'],
  exclude: ['test/**/*.long.test.ts', ...apart],
};

export default defineConfig({
  plugins: [watchForKeys()],
  test: {
    setupFiles: ['test/support/seed.ts'],
    env: {
      // The AWS SDK warns of Node 20 in every process; package.json says what spendwatch runs on.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      // The CDK would look for mistakes in every template that a test makes, and only warn of them; `npm run synth` shows them.
      CDK_VALIDATION: 'false',
    },
    // Processes, not threads: the CDK hands its own output to the bundler, which a thread cannot.
    pool: 'forks',
    // No module here keeps state that a test could leave behind, and loading them anew takes a third of the time.
    isolate: false,
    // Node runs the modules as it does outside of tests: Vite's own runner takes a seventh more of the time.
    execArgv: ['--import', 'tsx', '--max-semi-space-size=64', ...lateOptimising],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // By default a core is left idle: on two cores, half of them.
    maxWorkers: '100%',
    // No test measures time by these, and none has its own: a machine that is busy with other work is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // All of what can be tried, but in `short`.
    provide: { share: 1 },
    projects: [
      { extends: true, test: { name: 'short', ...short, provide: { share: 0.2 } } },
      { extends: true, test: { name: 'whole', ...short } },
      { extends: true, test: { name: 'long', include: ['test/**/*.long.test.ts'], exclude: apart } },
      // What needs an emulator of AWS beside Node; without one it is skipped.
      { extends: true, test: { name: 'aws', include: ['test/aws/**/*.test.ts'] } },
      // Signals of a real Prometheus; skipped where there is none.
      { extends: true, test: { name: 'prometheus', include: ['test/prometheus/**/*.test.ts'] } },
      // The dashboard as a browser shows it; skipped where there is no Chromium.
      { extends: true, test: { name: 'browser', include: ['test/browser/**/*.test.ts'] } },
    ],
  },
});
