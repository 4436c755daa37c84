import * as z from 'zod';
import { bounds } from '../../forms/defaults.ts';
import type { Form } from '../../forms/form.ts';
import { hasUncoveredMinute, quietForm } from '../../forms/window.ts';
import {
  acrossKeys,
  glob,
  list,
  mapping,
  oneOf,
  oneOrMore,
  span,
  text,
  written,
  yesOrNo,
} from '../../forms/written-field.ts';
import { type Route, RouteKind } from '../../model/route.ts';
import { fitsGlob } from '../../model/rules/match.ts';
import { Severity } from '../../model/severity.ts';

const globs = (what: string, example: string) => {
  const form = `a glob over ${what}, such as ${example}`;
  return list(glob(form), 1, `a list of globs over ${what}, such as [${example}]`).optional();
};

const quietHours = 'hours such as 22:00-07:00 or Sat-Sun 00:00-24:00';

const RouteFile = mapping(
  {
    to: oneOf(RouteKind).describe('The channel.'),
    name: text('a name such as research')
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
        error: 'a name may only have lowercase letters, digits and single dashes',
      })
      .optional(),
    from: oneOf(Severity).default('info').describe('The lowest severity that is sent over the route.'),
    projects: globs('project ids', 'research-*'),
    accounts: globs('billing account ids', 'main'),
    rules: globs('names of rules', 'forgotten *'),
    quiet: oneOrMore(written(quietForm, quietHours), quietHours).optional(),
  },
  'a route such as { to: slack, from: warning }',
)
  .refine(({ to, name }) => to !== 'console' || name === undefined, {
    ...acrossKeys,
    path: ['name'],
    error: 'the console takes no name: there is only one',
  })
  .refine(({ quiet }) => quiet === undefined || hasUncoveredMinute(quiet), {
    path: ['quiet'],
    error: 'covers the whole week, so that only critical messages would ever be sent',
  })
  .transform(
    ({ name = null, projects = null, accounts = null, rules = null, quiet = [], ...route }): Route => {
      return { ...route, name, projects, accounts, rules, quiet };
    },
  );

const timeOfDay: Form<number> = {
  pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  read: (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)),
};

const DigestFile = mapping(
  {
    at: written(timeOfDay, "a time of day such as 08:00, in the policy's time zone"),
    when: oneOf(z.enum(['always', 'news']))
      .default('always')
      .describe('Whether the report is sent every day, or only when something happened.'),
  },
  'a daily report such as { at: 08:00, when: news }',
);

/** The `alerts` section of a policy. `repeat` is copied into the rules before they are parsed. */
export const AlertsFile = mapping(
  {
    repeat: span(bounds.repeat, 'a duration such as 4h').optional(),
    digest: DigestFile.optional(),
    routes: list(RouteFile, 1, 'at least one route, such as - to: sns').optional(),
    'approve-by-link': yesOrNo
      .default(false)
      .describe('Whether a link in a message can approve an announced action.'),
  },
  'alerts such as { repeat: 4h, routes: [{ to: sns }] }',
)
  .prefault({})
  .transform(({ routes = null, digest = null, ...alerts }) => ({ ...alerts, routes, digest }));

/** Returns the places of globs in routes that match no rule, because a slip there would silently send nothing. */
export function idleGlobs(
  routes: readonly Route[],
  named: readonly { readonly name: string }[],
): readonly (readonly (string | number)[])[] {
  return routes.flatMap(({ rules }, index) =>
    (rules ?? []).flatMap((glob, at) =>
      named.some(({ name }) => fitsGlob(glob, name)) ? [] : [['alerts', 'routes', index, 'rules', at]],
    ),
  );
}
