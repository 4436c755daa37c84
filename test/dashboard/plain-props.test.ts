import { expect, it } from 'vitest';
import { showPlainly } from '../../lib/dashboard/browser/plain-props.ts';

it('shows no control and no mark that reorders text, in whichever part of an element a name of the cloud stands', () => {
  const name = 'gnp\u202eexe.\u0007\u200b';
  const props = { title: name, 'data-name': name, children: [name, ['two\nlines', name], 7, null] };
  showPlainly(props);
  const plain = 'gnp\ufffdexe.\ufffd\ufffd';
  expect(props).toEqual({
    title: plain,
    'data-name': name,
    children: [plain, ['two\nlines', plain], 7, null],
  });
});
