"""Settles what a template leaves to its parameters: rules, conditions, and values.

moto looks for changes in the text of a template, so a resource whose condition or parameter has changed would be no
change, and it leaves an empty entry in a list where there is to be none."""

import re

from moto.cloudformation.exceptions import ValidationError

absent = object()


def settled(template, given):
    """Gives the template as it is with these parameters, without conditions."""
    slots = template.get("Parameters", {})
    # moto reads what is the name of a parameter of SSM.
    written = {name: slot for name, slot in slots.items() if not slot["Type"].startswith("AWS::SSM::")}
    values = {name: value_of(name, slot, given) for name, slot in written.items()}
    conditions = template.get("Conditions", {})

    def holds(condition):
        [(function, arguments)] = condition.items()
        if function == "Condition":
            return holds(conditions[arguments])
        if function == "Fn::Equals":
            one, other = (settle(argument) for argument in arguments)
            return str(one) == str(other)
        if function == "Fn::Contains":
            return settle(arguments[1]) in settle(arguments[0])
        if function == "Fn::Not":
            return not holds(arguments[0])
        return {"Fn::And": all, "Fn::Or": any}[function](holds(argument) for argument in arguments)

    def settle(part):
        if isinstance(part, list):
            return [entry for entry in map(settle, part) if entry is not absent]
        if not isinstance(part, dict):
            return part
        if part.get("Ref") == "AWS::NoValue":
            return absent
        if part.get("Ref") in values:
            return values[part["Ref"]]
        if "Fn::If" in part:
            condition, then, otherwise = part["Fn::If"]
            return settle(then if holds(conditions[condition]) else otherwise)
        if isinstance(part.get("Fn::Sub"), str):
            known = re.sub(r"\$\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), part["Fn::Sub"])
            return {"Fn::Sub": known} if "${" in known else known
        entries = {key: value for key, value in zip(part, map(settle, part.values())) if value is not absent}
        # CloudFormation makes of a number what a property takes, and moto takes it as it is.
        if "Variables" in entries:
            texts = entries["Variables"].items()
            entries["Variables"] = {name: str(text) if isinstance(text, int) else text for name, text in texts}
        if "Fn::Join" in entries and all(isinstance(each, str) for each in entries["Fn::Join"][1]):
            return entries["Fn::Join"][0].join(entries["Fn::Join"][1])
        return entries

    for rule in template.get("Rules", {}).values():
        for assertion in rule["Assertions"]:
            applies = "RuleCondition" not in rule or holds(rule["RuleCondition"])
            if applies and not holds(assertion["Assert"]):
                raise ValidationError(message=f"Template error: {assertion['AssertDescription']}")

    def section(name):
        entries = template.get(name, {})
        there = {key: entry for key, entry in entries.items() if is_there(entry)}
        return {key: without_condition(settle(entry), there) for key, entry in there.items()}

    def is_there(entry):
        return "Condition" not in entry or holds(conditions[entry["Condition"]])

    return {**template, "Conditions": {}, "Rules": {}, "Resources": section("Resources"), "Outputs": section("Outputs")}


def value_of(name, slot, given):
    value = given.get(name, slot.get("Default"))
    if value is None:
        raise ValidationError(message=f"Parameters: [{name}] must have values")
    # moto keeps a number of the last deployment as such.
    value = str(value)
    if not re.search(slot.get("AllowedPattern", ""), value) or value not in slot.get("AllowedValues", [value]):
        raise ValidationError(message=f"Parameter {name} failed to satisfy constraint")
    if slot["Type"] == "CommaDelimitedList":
        return value.split(",")
    return int(value) if slot["Type"] == "Number" else value


def without_condition(entry, there):
    """Gives an entry that waits for no resource that is not there."""
    waits = entry.get("DependsOn", [])
    left = [other for other in ([waits] if isinstance(waits, str) else waits) if other in there]
    kept = {key: value for key, value in entry.items() if key not in ("Condition", "DependsOn")}
    return {**kept, "DependsOn": left} if left else kept
