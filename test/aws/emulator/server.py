"""Starts moto's server, with the arguments of `moto_server`, and with what its CloudFormation lacks.

Here it makes every resource of a template or refuses it, keeps what is to be kept, and rolls back a creation that
fails. Written for moto 5.2."""

from contextlib import suppress

from moto import mock_aws
from moto.awslambda.models import LambdaFunction, lambda_backends
from moto.cloudformation import parsing
from moto.cloudformation.exceptions import ValidationError
from moto.cloudformation.models import Stack
from moto.cloudformation.parsing import OutputMap, ResourceMap
from moto.server import main

from . import resources  # noqa: F401 (moto's CloudFormation finds what it defines)
from .conditions import settled


def refusing_unknown(model_of):
    def resource_class_from_type(resource_type):
        model = model_of(resource_type)
        if model is None:
            raise ValidationError(message=f"{resource_type} is not taught to moto: see test/aws/emulator")
        return model

    return resource_class_from_type


# moto would leave the resource out, and go on.
parsing.resource_class_from_type = refusing_unknown(parsing.resource_class_from_type)


def within_quota(create):
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        made = create(resource_name, cloudformation_json, account_id, region_name, **kwargs)
        if made.reserved_concurrency:
            try:
                lambda_backends[account_id][region_name].put_function_concurrency(
                    made.function_name, made.reserved_concurrency
                )
            except Exception:
                made.delete(account_id, region_name)
                raise
        return made

    return classmethod(create_from_cloudformation_json)


# moto holds to MOTO_LAMBDA_CONCURRENCY_QUOTA what its API reserves, but not what a template does.
LambdaFunction.create_from_cloudformation_json = within_quota(LambdaFunction.create_from_cloudformation_json)


def unless_kept(delete):
    def _delete_resource(resource_map, parsed_resource, resource_json):
        policy = resource_json.get("DeletionPolicy")
        rolls_back = getattr(resource_map, "rolls_back", False)
        if policy == "Retain" or (policy == "RetainExceptOnCreate" and not rolls_back):
            return
        delete(resource_map, parsed_resource, resource_json)

    return _delete_resource


# moto knows nothing but Retain, and that only when the whole stack goes, not when a resource leaves it.
ResourceMap._delete_resource = unless_kept(ResourceMap._delete_resource)


def forgetting(delete):
    def forget(stack):
        delete(stack)
        # Whoever asked for outputs or resources would have moto make what they refer to again.
        stack.resource_map._resource_json_map = {}
        stack.output_map = OutputMap(stack.resource_map, {}, stack.stack_id)

    return forget


Stack.delete = forgetting(Stack.delete)


def rolling_back(create):
    def create_resources(stack):
        try:
            create(stack)
        except Exception as failure:
            # Resources are made side by side: when one fails, all those that do not need it may be there.
            for name in stack.resource_map:
                with suppress(Exception):
                    stack.resource_map[name]
            stack._add_stack_event("ROLLBACK_IN_PROGRESS", resource_status_reason=str(failure))
            stack.resource_map.rolls_back = True
            stack.delete()
            stack._add_stack_event("ROLLBACK_COMPLETE")
            stack.status = "ROLLBACK_COMPLETE"

    return create_resources


# moto would refuse the request and leave behind what it had made.
Stack.create_resources = rolling_back(Stack.create_resources)

def loading_settled(load):
    def load_settled(resource_map):
        # In place, since the stack makes its resources and outputs of the same template.
        resource_map._template.update(settled(resource_map._template, resource_map.input_parameters))
        resource_map._resource_json_map = resource_map._template["Resources"]
        load(resource_map)

    return load_settled


def updating_settled(update):
    def update_settled(resource_map, template, parameters=None):
        template.update(settled(template, parameters or resource_map.input_parameters))
        update(resource_map, template, parameters)

    return update_settled


ResourceMap.load = loading_settled(ResourceMap.load)
ResourceMap.update = updating_settled(ResourceMap.update)

if __name__ == "__main__":
    # What resources.py asks of AWS is answered in this process.
    mock_aws().start()
    main()
