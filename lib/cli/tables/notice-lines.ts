import type { Notice } from '../../views/condition.ts';
import type { Paper } from '../commands/report.ts';
import { paintSeverity } from '../names.ts';
import { wrap } from './cut.ts';

/** Returns the notices, which come before all figures: why these are incomplete, or no actions are taken. */
export const noticeLines = (
  notices: readonly Notice[],
  { width, colors }: Pick<Paper, 'width' | 'colors'>,
): string[] =>
  notices.flatMap(({ says, severity }) => wrap(says, width).map(paintSeverity(severity, colors)));
