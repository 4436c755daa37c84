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

export const needs = (parameter: string, other: string): TemplateRule => ({
  RuleCondition: isGiven(parameter),
  Assertions: [{ Assert: isGiven(other), AssertDescription: `${parameter} needs ${other}` }],
});

/** Returns the rule that what a parameter turns on needs another. */
export const switchNeeds = (parameter: string, Assert: Expression, other: string): TemplateRule => ({
  RuleCondition: isText(parameter, 'true'),
  Assertions: [{ Assert, AssertDescription: `${parameter} needs ${other}` }],
});

export const excludes = (parameter: string, other: string): TemplateRule => ({
  RuleCondition: isGiven(parameter),
  Assertions: [
    { Assert: isText(other, ''), AssertDescription: `${parameter} and ${other} exclude each other` },
  ],
});
