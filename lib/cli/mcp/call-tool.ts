import { Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { LedgerError } from '../../record/ledger.ts';
import { isMisconfigured } from '../configuration.ts';
import type { Process } from '../process.ts';
import type { Tool } from './tools.ts';

/** The result of a tool: the command's document with its remarks, or the reason why there is none. */
export type ToolAnswer =
  | { readonly kind: 'result'; readonly result: object }
  | { readonly kind: 'failed'; readonly because: string };

type Given = Readonly<Record<string, unknown>>;

/** Runs the command of a tool in this process. Values are never read as options. */
export async function callTool(
  self: Process,
  tool: Tool,
  given: Given,
  more: readonly string[],
): Promise<ToolAnswer> {
  const [stdout, stderr] = [kept(), kept()];
  const { stdin: _, ...process } = self;
  const program = new Command().exitOverride().configureOutput({ writeErr: (text) => stderr.write(text) });
  tool.add(program, { ...process, stdout, stderr }, () => {});
  try {
    await program.parseAsync(
      [tool.command ?? tool.name, ...optionsOf(given), ...more, '--json', ...argumentOf(given)],
      {
        from: 'user',
      },
    );
  } catch (error) {
    const isExpected =
      error instanceof CommanderError || error instanceof LedgerError || isMisconfigured(error);
    if (!isExpected) throw error;
    return { kind: 'failed', because: [stderr.text(), error.message].join('\n').trim() };
  }
  if (stdout.text() === '') return { kind: 'failed', because: stderr.text().trim() };
  const document: unknown = JSON.parse(stdout.text());
  const remarks = stderr.text().split('\n').filter(Boolean);
  return { kind: 'result', result: { ...(tool.result?.(document) ?? Object(document)), remarks } };
}

const optionsOf = ({ asked: _, ...options }: Given): string[] =>
  Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
const argumentOf = ({ asked }: Given): string[] => (asked === undefined ? [] : ['--', String(asked)]);

/** Returns a stream that keeps the written text. */
function kept(): Writable & { text(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return Object.assign(stream, { text: () => chunks.join('') });
}
