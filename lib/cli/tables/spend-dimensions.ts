import { wrongSetting } from '../../config/settings/settings-error.ts';
import { closest } from '../../forms/closest.ts';
import type { Dimension } from '../../jobs/queries/spend-by.ts';
import { shortName } from '../names.ts';

/** A dimension of spend, with the title of its column. */
export type AskedDimension = { readonly name: string; readonly title: string; readonly dimension: Dimension };

const tags = {
  project: { kind: 'target' },
  kind: { kind: 'tag', tag: 'kind' },
  gpu: { kind: 'tag', tag: 'gpuModel' },
  creator: { kind: 'tag', tag: 'createdBy' },
  'data-center': { kind: 'tag', tag: 'dataCenter' },
  owner: { kind: 'metadata', key: 'owner' },
  purpose: { kind: 'metadata', key: 'purpose' },
} as const satisfies Record<string, Dimension>;
const periods = ['hour', 'day', 'month'] as const;
const labelled = 'metadata:';

/** The values of --by. */
export const dimensionNames: readonly string[] = [...Object.keys(tags), `${labelled}<key>`, ...periods];

/** Reads the value of --by. @throws SettingsError for an unknown dimension, or two periods. */
export function dimensionsIn(text: string, zone: string): AskedDimension[] {
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  const dimensions = words.map((word) => dimensionOf(word, zone));
  if (dimensions.filter(({ dimension }) => dimension.kind === 'period').length > 1)
    throw wrongSetting('--by', 'accepts only one of hour, day and month');
  return dimensions;
}

function dimensionOf(word: string, zone: string): AskedDimension {
  const title = word.toUpperCase();
  if (word.startsWith(labelled) && word.length > labelled.length) {
    const key = word.slice(labelled.length);
    return { name: word, title: key.toUpperCase(), dimension: { kind: 'metadata', key } };
  }
  const unit = periods.find((period) => period === word);
  if (unit !== undefined) return { name: word, title, dimension: { kind: 'period', unit, zone } };
  const [, dimension] = Object.entries(tags).find(([name]) => name === word) ?? [];
  if (dimension !== undefined) return { name: word, title, dimension };
  const suggestion = closest(word, [...Object.keys(tags), ...periods]);
  const hint = suggestion === undefined ? `use ${dimensionNames.join(', ')}` : `did you mean ${suggestion}?`;
  throw wrongSetting('--by', `unknown dimension ${JSON.stringify(word)}; ${hint}`);
}

/** Formats the value of a dimension; a dash where it is unknown. */
export const valueInWords = ({ dimension }: AskedDimension, value: string | null): string =>
  value === null ? '-' : dimension.kind === 'target' ? shortName(value) : value;
