import { expect, it } from 'vitest';
import { showPlainly } from '../../lib/dashboard/browser/plain-props.ts';

it('the page shows no control character and no mark that reorders text in any part of an element', () => {
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
