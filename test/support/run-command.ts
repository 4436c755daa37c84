import { PassThrough } from 'node:stream';
import { main, type Process } from '../../lib/cli/main.ts';

/** Runs a command line in this process to its end; its exit code and all it wrote. */
export async function runCommand(self: Pick<Process, 'arguments' | 'environment' | 'clock'>) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main({ ...self, stdout, stderr, signal: new AbortController().signal });
  const text = (stream: PassThrough): string => String(stream.read() ?? '');
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
