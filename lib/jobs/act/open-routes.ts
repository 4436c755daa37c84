import { getRequiredVariable, type RouteAddresses } from '../../config/settings/addresses.ts';
import type { Buttons } from '../../config/settings/answer-links.ts';
import { type SettingMistake, SettingsError } from '../../config/settings/settings-error.ts';
import { unheard } from '../../config/settings/unheard.ts';
import { type AddressedKind, type Route, RouteKind, routeId } from '../../model/route.ts';
import { type AnswerLinkSource, createAnswerLinkSource } from '../../notify/messages/answer-links.ts';
import type { Notifier } from '../../notify/notifier.ts';
import type { Openers } from '../../routes/openers.ts';
import type { RouteTerms } from '../../routes/route.ts';
import { notOnAws, type RouteAddressByKind } from '../../routes/settings.ts';
import type { Policy } from '../../state/policy.ts';

/** The functions that open routes, by kind; a kind without one cannot be opened. */
export type AvailableOpeners = Partial<Openers> & { readonly console: (terms: RouteTerms) => Notifier };

export type RouteSetup = {
  readonly addresses: RouteAddresses;
  readonly openers: AvailableOpeners;
  readonly dashboard: string | null;
  /** The command that starts spendwatch where messages are read. Default: "spendwatch". */
  readonly command?: string;
  /** The settings of answer links; `null` if messages have none. */
  readonly answers?: AnswerSetup | null;
  /** True if the console is a route when the policy names none. */
  readonly showsAll: boolean;
  /** True for a simulated cloud, which messages then mention. */
  readonly simulated?: boolean;
};

/**
 * Opens the routes that a policy names, or all that are set up if it names none. One that cannot be opened is returned too,
 * but delivers nothing: its messages stay pending, and an action that it should announce waits.
 */
export const openRoutes = (policy: Policy, setup: RouteSetup): readonly Notifier[] =>
  named(policy, setup).map((route) => {
    const opened = open(route, policy, setup);
    if ('route' in opened) return opened;
    const because = `${opened.variable} ${opened.message}`;
    return { route: routeId(route), send: async () => ({ kind: 'unavailable', because }) };
  });

/** Checks that every route can be opened. @throws SettingsError if a route of the policy cannot be, or there is none. */
export function checkRoutes(policy: Policy, setup: RouteSetup): void {
  const all = named(policy, setup);
  const mistakes = all.flatMap((route) => {
    const opened = open(route, policy, setup);
    return 'route' in opened ? [] : [opened];
  });
  const message =
    'is not set, and no other route is: give the ARN of the SNS topic to publish on, or see docs/routes.md';
  if (all.length === 0) mistakes.push({ variable: 'SPENDWATCH_TOPIC_ARN', message });
  if (mistakes.length > 0) throw new SettingsError(mistakes);
}

/** Returns why rules may not take actions, because no route would announce them; `null` if one would. */
export const unheardHere = (policy: Policy, setup: RouteSetup, isTerminal: boolean): string | null =>
  unheard(
    policy,
    named(policy, setup).filter(({ to }) => to !== 'console' || isTerminal),
  );

type Named = Pick<Route, 'to' | 'name'>;

function named({ routes }: Policy, { addresses, showsAll }: RouteSetup): readonly Named[] {
  if (routes !== null) return [...new Map(routes.map((route) => [routeId(route), route])).values()];
  const set = [...addresses].map(([id, { kind }]): Named => {
    return { to: kind, name: id === kind ? null : id.slice(kind.length + 1) };
  });
  return showsAll ? [...set, { to: RouteKind.enum.console, name: null }] : set;
}

function open(
  { to, name }: Named,
  policy: Policy,
  { addresses, openers, dashboard, command, answers = null, simulated = false }: RouteSetup,
): Notifier | SettingMistake {
  const route = routeId({ to, name });
  const terms = {
    route,
    zone: policy.timezone,
    dashboard,
    ...(command !== undefined && { command }),
    simulated,
  };
  // Links are secrets, and the console may be a log.
  if (to === 'console') return openers.console(terms);
  const address = addresses.get(route);
  if (address === undefined)
    return {
      variable: getRequiredVariable(to, name),
      message: `is not set, and the policy sends messages to ${route}: see docs/routes.md`,
    };
  const opened =
    answers === null
      ? openNotifier(address, terms, openers)
      : withAnswers(answers, policy, route, (links) =>
          openNotifier(address, { ...terms, answers: links, buttons: answers.buttons }, openers),
        );
  return opened ?? impossible(to, name);
}

const openNotifier = <Kind extends AddressedKind>(
  address: RouteAddressByKind<Kind>,
  terms: RouteTerms,
  openers: Partial<Openers>,
): Notifier | undefined => openers[address.kind]?.(address, terms);

const impossible = (kind: AddressedKind, name: string | null): SettingMistake => ({
  variable: getRequiredVariable(kind, name),
  message: `is not available on AWS: ${notOnAws(kind) ?? 'use another kind of route'}`,
});

/** The settings of answer links: the address that they begin with, the secret that seals them, and the buttons to add. */
export type AnswerSetup = {
  readonly address: string;
  readonly secret: () => Promise<string>;
  readonly buttons: Buttons;
};

/**
 * Opens a route whose messages have links that give answers. While the secret cannot be read, messages are sent without
 * links, which the delivery notes: a missing link must not delay an announcement.
 */
function withAnswers<Opened extends Notifier | undefined>(
  { address, secret }: AnswerSetup,
  { approveByLink: mayApprove, keepAtMost }: Pick<Policy, 'approveByLink' | 'keepAtMost'>,
  route: string,
  open: (answers: AnswerLinkSource) => Opened,
): Opened | Notifier {
  let answers: AnswerLinkSource = () => [];
  const opened = open((notice, message) => answers(notice, message));
  if (opened === undefined) return opened;
  return {
    ...opened,
    async send(message) {
      const key = await secret().catch(() => null);
      answers =
        key === null
          ? () => []
          : createAnswerLinkSource({ address, secret: key, route, mayApprove, keepAtMost });
      const delivery = await opened.send(message);
      const isSent = delivery.kind === 'delivered' || delivery.kind === 'unconfirmed';
      return key === null && isSent ? { note: noLinks, ...delivery } : delivery;
    },
  };
}

const noLinks = 'its links for answers are missing: SPENDWATCH_ANSWER_SECRET could not be read';
