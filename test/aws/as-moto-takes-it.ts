import * as z from 'zod';

const Body = z.looseObject({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) });

/**
 * moto's CloudFormation does not make schedules, destinations and alarms. A test does the part of the first
 * two, with what the template has them say.
 */
const unknown = /^AWS::(Scheduler::|CloudWatch::Alarm$|Lambda::EventInvokeConfig$)/;

/** A template without what moto does not make, and without what refers to that: the schedules' role, the dashboard. */
export function asMotoTakesIt(template: object): string {
  const body = Body.parse(template);
  const left = new Map(Object.entries(body.Resources).filter(([, { Type }]) => !unknown.test(Type)));
  for (;;) {
    const broken = [...left].filter(([, resource]) => referred(resource).some((name) => !left.has(name)));
    if (broken.length === 0) return JSON.stringify({ ...body, Resources: Object.fromEntries(left) });
    for (const [name] of broken) left.delete(name);
  }
}

/** The resources that one refers to. */
function referred(resource: object): string[] {
  const text = JSON.stringify(resource);
  return [...text.matchAll(/\{"(?:Ref|Fn::GetAtt)":(?:\[)?"(Spendwatch\w+)"/g)].map(([, name = '']) => name);
}
