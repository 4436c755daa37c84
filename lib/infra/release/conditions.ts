/** A condition of CloudFormation. */
export type Expression = { readonly [fn: string]: readonly unknown[] };

export const not = (expression: Expression): Expression => ({ 'Fn::Not': [expression] });

export const isText = (parameter: string, text: string): Expression => ({
  'Fn::Equals': [{ Ref: parameter }, text],
});

export const isGiven = (parameter: string): Expression => not(isText(parameter, ''));

/** Returns the condition that any of them holds. CloudFormation takes two at least. */
export function anyOf(...[first, ...others]: readonly [Expression, ...Expression[]]): Expression {
  return others.length === 0 ? first : { 'Fn::Or': [first, ...others] };
}

/** Returns the condition that all of these named ones hold. */
export const allOf = (...names: readonly string[]): Expression => ({
  'Fn::And': names.map((Condition) => ({ Condition })),
});

/** A rule that parameters keep, checked before anything is deployed. */
export type TemplateRule = {
  readonly RuleCondition: Expression;
  readonly Assertions: readonly { readonly Assert: Expression; readonly AssertDescription: string }[];
};

/** Returns the rule that parameters have these defaults where they would have no effect without another one. */
export const onlyWith = (
  other: string,
  defaults: Readonly<Record<string, string>>,
  isThere: Expression = isGiven(other),
): TemplateRule => ({
  RuleCondition: not(isThere),
  Assertions: Object.entries(defaults).map(([parameter, text]) => ({
    Assert: isText(parameter, text),
    AssertDescription: `${parameter} needs ${other}`,
  })),
});

export const excludes = (parameter: string, other: string): TemplateRule => ({
  RuleCondition: isGiven(parameter),
  Assertions: [
    { Assert: isText(other, ''), AssertDescription: `${parameter} and ${other} exclude each other` },
  ],
});
