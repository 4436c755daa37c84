import type * as z from 'zod';
import { choicesOf, DeployedRoute, isChoice } from '../../config/deployment/deployed-routes.ts';
import { parameterName } from '../../config/settings/secret.ts';
import { routeId } from '../../model/route.ts';
import { capitalized } from '../../model/words.ts';
import type { Policy } from '../../state/policy.ts';
import { resourceName } from '../deployed-routes.ts';
import { type Expression, isGiven, isText, onlyWith, type TemplateRule } from './conditions.ts';
import { sampleOf } from './samples.ts';
import {
  routeBus,
  routeChoice,
  routeSecret,
  routeSwitch,
  type TemplateParameters,
} from './template-parameters.ts';

/** A route that a deployment by the template can have. */
export type TemplateRoute = {
  /** Returns the route with samples in place of parameters, where some features are on; `null` where its own is off. */
  made(has: (feature: string) => boolean): DeployedRoute | null;
  readonly parameters: TemplateParameters;
  /** The conditions of its features, by name. */
  readonly features: Readonly<Record<string, Expression>>;
  readonly rules: Readonly<Record<string, TemplateRule>>;
  /** The values of environment variables that do not come from a sample, by name. */
  readonly variables: Readonly<Record<string, object>>;
};

/** The words for secrets of routes, by their settings. */
const contents: Readonly<Record<string, string>> = { url: 'address', secret: 'signing secret' };

const shapes = DeployedRoute.options.map(({ shape }) => shape);
type Named = Pick<DeployedRoute, 'to' | 'name'>;

/**
 * Returns the routes of the template: those that the policy uses, which are always there, and one of each kind that needs no
 * name, which a parameter turns on.
 */
export function templateRoutes({ routes }: Pick<Policy, 'routes'>): readonly TemplateRoute[] {
  const all = new Map<string, { route: Named; isUsed: boolean }>();
  for (const { to, name } of shapes)
    if (name.safeParse(null).success)
      all.set(to.value, { route: { to: to.value, name: null }, isUsed: false });
  for (const { to, name } of routes ?? []) {
    const shape = shapes.find((candidate) => candidate.to.value === to);
    if (shape?.name.safeParse(name).success)
      all.set(routeId({ to, name }), { route: { to: shape.to.value, name }, isUsed: true });
  }
  const isAmazonQUsed = [...all.values()].some(({ route, isUsed }) => isUsed && route.to === 'amazon-q');
  return [...all.values()].map(({ route, isUsed }) => {
    const templated = templateRoute(route, isUsed);
    return route.to === 'amazon-q' && !isAmazonQUsed
      ? { ...templated, rules: { AmazonQButtonsNeedIt: buttonsNeed } }
      : templated;
  });
}

/** Makes it a rule that there are buttons in Amazon Q only where there is a route to it. */
const buttonsNeed = onlyWith('AmazonQ', { AmazonQButtons: 'false' }, isText('AmazonQ', 'true'));

function templateRoute({ to, name }: Named, isUsed: boolean): TemplateRoute {
  const base = resourceName({ to, name });
  const id = routeId({ to, name });
  const shape: Readonly<Record<string, z.core.$ZodType>> = shapes.find((each) => each.to.value === to) ?? {};
  const secrets = Object.entries(shape).flatMap(([key, field]) => (field === parameterName ? [key] : []));
  const settings = { to, ...(name !== null && { name }) };
  const inParameter = (key: string) => `${base}${capitalized(key)}`;
  const [first, ...others] = secrets.map(inParameter);
  const [isOn, busIsNew] = [`Has${base}`, `${base}IsNew`];
  const make = (more: object) =>
    DeployedRoute.parse({
      ...settings,
      ...Object.fromEntries(secrets.map((key) => [key, sampleOf(inParameter(key))])),
      ...more,
    });
  const choices = Object.entries(shape).flatMap(([key, field]) =>
    isChoice(field) ? [choiceOf(key, field)] : [],
  );
  // Their variables are only set where they are not the default.
  const chosen = Object.fromEntries(choices.map(({ key, values }) => [key, values[1]]));
  const bus = `${base}Bus`;
  const hasBus = 'bus' in shape;
  const chooser = first ?? (hasBus ? bus : base);
  const whenOn = hasBus || first !== undefined ? isGiven(chooser) : isText(chooser, 'true');
  return {
    made: (has) => {
      if (!isUsed && !has(isOn)) return null;
      return make({
        ...chosen,
        ...(hasBus && !has(busIsNew) && { bus: sampleOf(bus) }),
      });
    },
    parameters: {
      ...Object.fromEntries(
        secrets.map((key) => [inParameter(key), routeSecret(id, contents[key] ?? key, isUsed)]),
      ),
      ...Object.fromEntries(
        choices.map(({ key, says, values }) => [inParameter(key), routeChoice(id, says, values)]),
      ),
      ...(hasBus && { [bus]: routeBus(id, isUsed) }),
      ...(chooser === base && !isUsed && { [base]: routeSwitch(id) }),
    },
    features: {
      ...(!isUsed && { [isOn]: whenOn }),
      ...(hasBus && { [busIsNew]: isText(bus, 'new') }),
    },
    rules: isUsed
      ? {}
      : {
          ...bothOf(first, others),
          ...Object.fromEntries(
            choices.map(({ key, values: [byDefault = ''] }) => [
              `${inParameter(key)}NeedsIt`,
              onlyWith(chooser, { [inParameter(key)]: byDefault }, whenOn),
            ]),
          ),
        },
    variables: Object.fromEntries(
      choices.flatMap(({ key, values }) =>
        [...choicesOf(make({ [key]: values[1] })).keys()].map((name) => [name, { Ref: inParameter(key) }]),
      ),
    ),
  };
}

/** Returns a choice with its description and its values; the first value is the default. */
function choiceOf(key: string, { def, description = '' }: z.ZodDefault<z.ZodEnum>) {
  const { options } = def.innerType;
  const byDefault = options.filter((option) => option === def.defaultValue);
  const others = options.filter((option) => option !== def.defaultValue);
  return { key, says: description, values: [...byDefault, ...others].map(String) };
}

/** Returns the rules that a route has all of its secrets, or none. */
const bothOf = (
  first: string | undefined,
  others: readonly string[],
): Readonly<Record<string, TemplateRule>> =>
  Object.fromEntries(
    others.flatMap((other) =>
      first === undefined
        ? []
        : [
            [`${first}NeedsMore`, onlyWith(other, { [first]: '' })],
            [`${other}NeedsMore`, onlyWith(first, { [other]: '' })],
          ],
    ),
  );
