import { PassThrough } from 'node:stream';
import { main } from '../../../lib/cli/main.ts';
import type { Process } from '../../../lib/cli/process.ts';
import { keptStream } from './kept-stream.ts';

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };
type Started = Pick<Process, 'arguments' | 'environment' | 'clock'> & {
  /** The text piped into it; without it there is no input. */
  readonly typed?: string;
  readonly signal?: AbortSignal;
  /** Called with every line that it writes. */
  readonly onLine?: (line: string) => void;
};

/** Runs a command as a process would, and returns its output. */
export async function ran({ typed, signal, onLine = () => {}, ...started }: Started): Promise<Ran> {
  const stderr = keptStream();
  const lines: string[] = [];
  const stdout = new PassThrough();
  let rest = '';
  stdout.on('data', (chunk) => {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      onLine(line);
    }
  });
  const stdin = new PassThrough();
  stdin.end(typed ?? '');
  const code = await main({
    ...started,
    stdin,
    stdout,
    stderr,
    signal: signal ?? new AbortController().signal,
  });
  stdout.end();
  return { code, stdout: [...lines, rest].join('\n'), stderr: stderr.text() };
}
