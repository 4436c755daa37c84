import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

/** What a person types into. */
export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };

/** There is nobody who answers, or who was asked went away. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** Whether with Ctrl-C. */
  readonly isInterrupted: boolean;

  constructor(isInterrupted: boolean) {
    super('there was no answer: give it by an option or the environment (see --help)');
    this.isInterrupted = isInterrupted;
  }
}

/** Answers without the spaces around them. */
export type Prompt = {
  ask(question: string): Promise<string>;
  /** Shows nothing of what is typed or pasted, not even how long it is. */
  askHidden(question: string): Promise<string>;
  /** Gives the input back. */
  close(): void;
};

type Output = { write(text: string): unknown };

/** Questions on a terminal, or to whatever lines are piped in. */
export function openPrompt(input: Input | undefined, output: Output, signal: AbortSignal): Prompt {
  if (input?.isTTY === true) return terminalPrompt(input, output, signal);
  const lines = input === undefined ? null : pipedLines(input, signal);
  async function answer(question: string): Promise<string> {
    output.write(question);
    const line = await lines?.next();
    output.write('\n');
    if (line === undefined) throw new NoAnswerError(false);
    return line.trim();
  }
  return { ask: answer, askHidden: answer, close: () => lines?.close() };
}

/** Each question has the terminal for itself: while nobody is asked, Ctrl-C is the signal that it always is. */
function terminalPrompt(input: Input, output: Output, signal: AbortSignal): Prompt {
  function answer(question: string, isShown: boolean): Promise<string> {
    // readline sets the terminal to show nothing by itself, edits the line, and shows it by writing here.
    const echo = new Writable({
      write(chunk, _encoding, done) {
        if (isShown) output.write(String(chunk));
        done();
      },
    });
    const lines = createInterface({ input, output: echo, terminal: true, historySize: 0, signal });
    return new Promise((resolve, reject) => {
      let isInterrupted = false;
      lines.on('SIGINT', () => {
        isInterrupted = true;
        lines.close();
      });
      lines.on('close', () => reject(new NoAnswerError(isInterrupted)));
      lines.on('line', (line) => {
        resolve(line.trim());
        lines.close();
        // The line break that was typed was not shown either.
        if (!isShown) output.write('\n');
      });
      if (!isShown) output.write(question);
      lines.setPrompt(isShown ? question : '');
      lines.prompt();
    });
  }
  return {
    ask: (question) => answer(question, true),
    askHidden: (question) => answer(question, false),
    close: () => {},
  };
}

/** The lines of a pipe, opened when the first is asked for: they may all come before they are. */
function pipedLines(input: Input, signal: AbortSignal) {
  let opened: { readonly lines: Interface; readonly each: AsyncIterator<string> } | undefined;
  function open() {
    const lines = createInterface({ input, terminal: false, signal });
    return { lines, each: lines[Symbol.asyncIterator]() };
  }
  return {
    next: async (): Promise<string | undefined> => {
      opened ??= open();
      const { value, done } = await opened.each.next();
      return done ? undefined : value;
    },
    close: () => opened?.lines.close(),
  };
}
