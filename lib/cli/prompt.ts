import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

/** Input that a person types into. */
export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };

/** Thrown when a prompt is not answered. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** True if it was interrupted with Ctrl-C. */
  readonly isInterrupted: boolean;

  constructor(isInterrupted: boolean) {
    super('no answer: set the value with an option or in the environment (see --help)');
    this.isInterrupted = isInterrupted;
  }
}

/** Asks questions; answers are trimmed. */
export type Prompt = {
  ask(question: string): Promise<string>;
  /** Asks without showing the input or its length. */
  askHidden(question: string): Promise<string>;
  /** Releases the input. */
  close(): void;
};

type Output = { write(text: string): unknown };

/** Opens a prompt on a terminal, or over piped lines. */
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

/** Uses the terminal only during a question, so that Ctrl-C works as usual in between. */
function terminalPrompt(input: Input, output: Output, signal: AbortSignal): Prompt {
  function answer(question: string, isShown: boolean): Promise<string> {
    // readline turns off the echo of the terminal and shows the edited line by writing to this stream.
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
        // The typed line break is not shown either.
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

/** Reads the lines of a pipe, which may all arrive before the first question. */
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
