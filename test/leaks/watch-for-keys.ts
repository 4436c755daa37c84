import { inspect } from 'node:util';
import type { Plugin } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { keyMark } from '../support/api-key.ts';
import { keyWatch } from './shown-keys.ts';

/** Keys of the demo, which begin otherwise. */
const simulatedKeys = ['simulated-viewer-key', 'simulated-editor-key'];

/**
 * Fails a run of tests in whose output a key is: everything that any process of it writes, every
 * error a test ends in, and every console line, those that the chosen reporter leaves out included.
 */
export function watchForKeys(): Plugin {
  const watch = keyWatch([keyMark, ...simulatedKeys]);
  const everything = { depth: Infinity, maxStringLength: null, maxArrayLength: null } as const;
  const reporter: Reporter = {
    onUserConsoleLog: ({ content }) => watch.poll('console', content),
    onTestCaseResult: (test) => {
      const { errors = [] } = test.result();
      if (errors.length > 0) watch.poll(test.fullName, inspect(errors, everything));
    },
    onTestModuleEnd: (module) => watch.poll(module.moduleId, inspect(module.errors(), everything)),
    onTestRunEnd: (_, errors) => watch.poll('unhandled errors', inspect(errors, everything)),
  };
  let isWatching = false;
  return {
    name: 'watch-for-keys',
    // Called for every project of the run, which write to the same streams.
    configureVitest({ vitest }) {
      if (isWatching) return;
      isWatching = true;
      vitest.config.reporters.push(reporter);
      listen('stdout', watch.poll);
      listen('stderr', watch.poll);
      // The last line, after all other output.
      process.on('exit', () => {
        const found = [...new Set(watch.found())];
        if (found.length === 0) return;
        process.exitCode = 1;
        process.stderr.write(`\nA key was shown:\n${found.map((one) => `  ${one}\n`).join('')}`);
      });
    },
  };
}

/** Before any reporter takes the stream for itself; what workers write comes through here too. */
function listen(name: 'stdout' | 'stderr', poll: (where: string, text: string) => void): void {
  const stream = process[name];
  const write = stream.write;
  stream.write = new Proxy(write, {
    apply(target, self, given: Parameters<typeof write>) {
      const [chunk] = given;
      poll(name, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      return Reflect.apply(target, self, given);
    },
  });
}
