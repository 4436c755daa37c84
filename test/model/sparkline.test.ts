import { expect, it } from 'vitest';
import { sparkline } from '../../lib/model/sparkline.ts';

it.each([
  { numbers: [0, 1, 2, 3, 4, 5, 6, 7], line: '▁▂▃▄▅▆▇█' },
  { numbers: [70, 70], line: '██' },
  { numbers: [0, 0, 0], line: '▁▁▁' },
  { numbers: [10, null, 5], line: '█ ▅' },
  { numbers: [-3, 8], line: '▁█' },
  { numbers: [null, null], line: '  ' },
  { numbers: [], line: '' },
])('draws $numbers as "$line"', ({ numbers, line }) => {
  expect(sparkline(numbers)).toBe(line);
});
