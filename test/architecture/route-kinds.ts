import { join } from 'node:path';

/** The kinds of routes that nothing else is about; Slack and Amazon Q also take answers, and SNS is the topic of every deployment. */
export const leafRoutes = ['webhook', 'email', 'eventbridge', 'teams', 'pagerduty'] as const;

/** The lists that every kind of route stands in. */
export const routeLists = [
  'lib/model/route.ts',
  'lib/routes/settings.ts',
  'lib/routes/openers.ts',
  'lib/routes/local-openers.ts',
  'lib/routes/resources.ts',
  'lib/infra/spendwatch-props.ts',
];

export const routeFolder = (kind: string): string => join('lib/routes', kind);

/** Returns a list without its lines of a kind, or without the type of its props. */
export const withoutRoute = (list: string, kind: string): string => {
  const props = new RegExp(`\\n  \\| \\{\\s*readonly to: '${kind}';[^}]*\\}`);
  if (props.test(list)) return list.replace(props, '');
  const named = new RegExp(`'${kind}',|/${kind}/|^ +${kind}: `);
  return list
    .replace(`Omit<Openers, '${kind}'>`, 'Openers')
    .split('\n')
    .filter((line) => !named.test(line) || /z\.enum\(/.test(line))
    .join('\n');
};
