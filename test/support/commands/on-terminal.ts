import { PassThrough } from 'node:stream';
import { main } from '../../../lib/cli/main.ts';
import type { Process } from '../../../lib/cli/process.ts';
import { keptStream } from './kept-stream.ts';

/** Runs a command on a terminal, where a person types a line at each question. */
export async function onTerminal(
  started: Pick<Process, 'arguments' | 'environment' | 'clock'>,
  lines: readonly string[],
) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const [stdout, stderr] = [keptStream(), new PassThrough()];
  const left = [...lines];
  let shown = '';
  stderr.on('data', (text) => {
    shown += String(text);
    if (/(: |\? |\[(Y\/n|y\/N)\] )$/.test(String(text)) && left.length > 0) {
      const line = left.shift();
      setImmediate(() => input.write(`${line}\r`));
    }
  });
  const signal = new AbortController().signal;
  const code = await main({ ...started, stdin: input, stdout, stderr, signal });
  return { code, shown, stdout: stdout.text() };
}
