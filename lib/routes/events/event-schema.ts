import * as z from 'zod';
import { RuleName, Subject } from '../../model/ids.ts';
import { Severity } from '../../model/severity.ts';
import { Figures, RuleKind } from '../../rules/terms.ts';
import { BlindMatter } from '../../state/control.ts';
import {
  ActionConfirmed,
  ActionFailed,
  AlertNotice,
  CapsHeld,
  PlannedAction,
  ResolvedNotice,
} from '../../state/notification.ts';

/** The kinds of alerts about spendwatch itself, which belong to no rule. */
const ownHealth = ['blind', 'route'] as const;

/** Returns the schema of the data of each type. Times and durations are in milliseconds, money is decimal text, as in the ledger. */
function dataByType() {
  const about = {
    id: z.string().describe('The id of the event. Every repeated delivery carries the same one.'),
    incident: z.string().describe('The incident, shared by all events about one episode of an alert.'),
    severity: Severity,
    rule: RuleName.describe('The name of the rule; "spendwatch" for events about its own health.'),
    subject: Subject.describe('The target or resource, such as project/ml-infra/vm/train-7b.'),
    target: z.string().nullable().describe('The target: the subject itself, or the one that it belongs to.'),
    project: z.string().nullable().describe('The project of the subject.'),
    connection: z.string().optional().describe('The name of the connection, if it has one.'),
    because: z.string().describe('The reason, with its figures.'),
    headline: z.string().describe('The event in one line.'),
    text: z.string().describe('The event in full sentences, for people.'),
  };

  const { since, burnRate, estimatedRate, drivers, trend } = AlertNotice.shape;
  const figureKinds = Figures.options.map((option) => option.shape.kind.value);
  return {
    AlertFired: z.object({
      ...about,
      kind: z.enum([...figureKinds, ...ownHealth]),
      reason: z
        .enum(['new', 'worse', 'lasting', 'flapping'])
        .describe('Why the event is sent: the alert is new, has worsened, still lasts, or is flapping.'),
      since,
      figures: Figures.nullable().describe('The figures of the rule; null for the health of spendwatch.'),
      burnRate: burnRate.describe("The target's hourly burn rate; null when unknown."),
      estimatedRate: estimatedRate.describe('The estimated part of the burn rate; absent if there is none.'),
      drivers: drivers.describe('The resources that cost most.'),
      trend,
      matter: BlindMatter.optional().describe(
        'The problem, for events about the health of spendwatch itself.',
      ),
    }),
    AlertResolved: z.object({
      ...about,
      kind: z.enum([...RuleKind.options, ...ownHealth]),
      since,
      gone: z.boolean().describe('True if the alert ended because its resource no longer exists.'),
      cancelled: ResolvedNotice.shape.step.describe('The announced action that will not be taken.'),
    }),
    ActionAnnounced: z.object({ ...about, since, ...PlannedAction.shape, figures: Figures }),
    ActionDone: z.object({
      ...about,
      ...ActionConfirmed.pick({
        action: true,
        doneAt: true,
        price: true,
        isEstimate: true,
        image: true,
        by: true,
      }).shape,
    }),
    ActionFailed: z.object({
      ...about,
      ...ActionFailed.pick({ action: true, retryAfter: true, by: true }).shape,
    }),
    /** More actions were due than the caps allow, so none was taken. */
    ActionsHeld: z.object({ ...about, ...CapsHeld.pick({ wanted: true, allowed: true }).shape }),
    /** A test of the route, which is unrelated to any alert. */
    Test: z.object(about),
  } as const satisfies Readonly<Record<string, z.ZodObject>>;
}

/** The schema of the data of each type. Bundles of functions that send no events leave it out. */
export const eventData = /* @__PURE__ */ dataByType();

export type EventType = keyof typeof eventData;
export type EventData<Type extends EventType> = z.output<(typeof eventData)[Type]>;

/** The prefix of event types in CloudEvents. */
export const typePrefix = 'spendwatch.';
/** The source of events, in EventBridge and in CloudEvents. */
export const eventSource = 'spendwatch';

/**
 * Returns the JSON Schema of events in the structured mode of CloudEvents 1.0. Each of its definitions is the detail
 * of the events of that type in EventBridge.
 */
export function eventsSchema(): object {
  const definitions = Object.entries(eventData).map(([type, schema]) => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, {
      target: 'draft-07',
      io: 'input',
      reused: 'inline',
    });
    return [type, json] as const;
  });
  const envelopes = definitions.map(([type]) => ({
    type: 'object',
    properties: {
      specversion: { const: '1.0' },
      id: { type: 'string', minLength: 1 },
      source: { const: eventSource },
      type: { const: `${typePrefix}${type}` },
      subject: { type: 'string', minLength: 1 },
      time: { type: 'string', format: 'date-time' },
      datacontenttype: { const: 'application/json' },
      data: { $ref: `#/definitions/${type}` },
    },
    required: ['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'data'],
  }));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Events of spendwatch',
    description:
      'An event in the structured mode of CloudEvents 1.0. In EventBridge, the definition of its type is the detail.',
    oneOf: envelopes,
    definitions: Object.fromEntries(definitions),
  };
}
