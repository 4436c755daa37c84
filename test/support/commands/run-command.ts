import { main } from '../../../lib/cli/main.ts';
import type { Process } from '../../../lib/cli/process.ts';
import { keptStream } from './kept-stream.ts';

/** Runs a command line in this process, and returns its exit code and output. */
export async function runCommand(self: Pick<Process, 'arguments' | 'environment' | 'clock' | 'command'>) {
  const [stdout, stderr] = [keptStream(), keptStream()];
  const code = await main({ ...self, stdout, stderr, signal: new AbortController().signal });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}
