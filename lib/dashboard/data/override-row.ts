import { inWords } from '../../jobs/overrides/override-text.ts';
import type { SubjectNamer } from '../../jobs/overrides/subject-namer.ts';
import type { Override } from '../../state/override.ts';
import type { OverrideRow } from '../reply-rows.ts';

export function overrideRow(override: Override, named: SubjectNamer): OverrideRow {
  const { id, kind, author, reason, at, until } = override;
  return { id, kind, author, reason, at, until, about: inWords(override, named) };
}
