import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { NoAnswerError, openPrompt } from '../../lib/cli/prompt.ts';
import { secretKey } from '../support/api-key.ts';

/** A terminal that someone types at, and all that it shows. */
function aTerminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      modes.push(isRaw);
      return input;
    },
  });
  const ending = new AbortController();
  let shown = '';
  const output = {
    write: (text: string) => {
      shown += text;
    },
  };
  return { input, ending, modes, shown: () => shown, prompt: openPrompt(input, output, ending.signal) };
}

describe('on a terminal', () => {
  it('an answer is shown as it is typed, and does not contain what was deleted', async () => {
    const { input, prompt, shown } = aTerminal();
    const answer = prompt.ask('Name: ');
    input.write('spendwa\u007f\u007fd\r');
    expect(await answer).toBe('spendd');
    expect(shown()).toContain('Name: ');
    expect(shown()).toContain('spendwa');
  });

  it('a hidden answer is shown neither whole nor in part, nor how long it is', async () => {
    const { input, prompt, shown } = aTerminal();
    const answer = prompt.askHidden('Key: ');
    for (const letter of `x\u007f${secretKey}\r`) input.write(letter);
    expect(await answer).toBe(secretKey);
    expect(shown()).toBe('Key: \n');
  });

  it('the mode of the terminal is restored between questions', async () => {
    const { input, prompt, modes } = aTerminal();
    const first = prompt.ask('One: ');
    input.write('1\r');
    await first;
    expect(modes).toEqual([true, false]);
    const second = prompt.askHidden('Two: ');
    input.write('2\r');
    expect(await second).toBe('2');
    expect(modes).toEqual([true, false, true, false]);
  });

  it.each([
    { what: 'Ctrl-C', typed: 'half\u0003', isInterrupted: true },
    { what: 'Ctrl-D', typed: '\u0004', isInterrupted: false },
  ])('$what is not an answer', async ({ typed, isInterrupted }) => {
    const { input, prompt, modes } = aTerminal();
    const answer = prompt.askHidden('Key: ');
    input.write(typed);
    await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError', isInterrupted });
    expect(modes.at(-1)).toBe(false);
  });

  it('a question is cancelled when the process ends', async () => {
    const { prompt, ending, modes } = aTerminal();
    const answer = prompt.ask('Name: ');
    ending.abort();
    await expect(answer).rejects.toBeInstanceOf(NoAnswerError);
    expect(modes.at(-1)).toBe(false);
  });
});

describe('piped lines', () => {
  it('answer one question each, also those that came before they were asked for', async () => {
    const input = new PassThrough();
    input.end(' one \ntwo');
    let shown = '';
    const output = {
      write: (text: string) => {
        shown += text;
      },
    };
    const prompt = openPrompt(input, output, new AbortController().signal);
    expect([await prompt.ask('A: '), await prompt.askHidden('B: ')]).toEqual(['one', 'two']);
    await expect(prompt.ask('C: ')).rejects.toBeInstanceOf(NoAnswerError);
    expect(shown).toBe('A: \nB: \nC: \n');
    prompt.close();
  });

  it('are not waited for where there is no input at all', async () => {
    const prompt = openPrompt(undefined, { write: () => {} }, new AbortController().signal);
    await expect(prompt.ask('A: ')).rejects.toBeInstanceOf(NoAnswerError);
  });
});
