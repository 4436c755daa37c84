"""Teaches moto's CloudFormation the resources that it lacks.

Each is made through moto's own API, so botocore checks every property, and what CloudFormation makes is what the
API lists."""

import json

import boto3
from botocore.exceptions import ClientError
from moto.cloudformation.exceptions import ValidationError
from moto.core.common_models import CloudFormationModel
from moto.core.exceptions import JsonRESTError
from moto.events.models import EventBus
from moto.logs.responses import LogsResponse
from moto.moto_api._internal import mock_random
from moto.scheduler.models import EventBridgeSchedulerBackend
from moto.sns.models import Topic


class Taught:
    """A resource that is made of the properties in the template. An update makes it anew, under its name."""

    kind = ""
    name_property = ""

    def __init__(self, region, properties):
        self.region, self.properties = region, properties
        self.physical_resource_id = self.create() or properties[self.name_property]

    def aws(self, service):
        return boto3.client(service, region_name=self.region)

    def create(self):
        """Makes it, and gives its physical id, or None where that is its name."""
        raise NotImplementedError

    def remove(self):
        """Deletes it; what only ever goes with another resource has nothing to do."""

    def arn(self):
        raise ValidationError(message=f"{self.kind} has no ARN")

    @classmethod
    def cloudformation_type(cls):
        return cls.kind

    @classmethod
    def cloudformation_name_type(cls):
        return cls.name_property

    @classmethod
    def has_cfn_attr(cls, attr):
        return attr == "Arn"

    def get_cfn_attribute(self, attr):
        if attr != "Arn":
            raise ValidationError(message=f"{self.kind} has no {attr}")
        return self.arn()

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        named = {cls.name_property: resource_name} if cls.name_property else {}
        return cls(region_name, named | cloudformation_json["Properties"])

    @classmethod
    def update_from_cloudformation_json(
        cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name
    ):
        original_resource.delete(account_id, region_name)
        name = original_resource.physical_resource_id
        return cls.create_from_cloudformation_json(name, cloudformation_json, account_id, region_name)

    def delete(self, account_id, region_name):
        try:
            self.remove()
        except ClientError as error:
            # It went with the resource that it belonged to.
            if "NotFound" not in error.response["Error"]["Code"]:
                raise


class ScheduleGroup(Taught, CloudFormationModel):
    kind, name_property = "AWS::Scheduler::ScheduleGroup", "Name"

    def create(self):
        self.aws("scheduler").create_schedule_group(**self.properties)

    def remove(self):
        self.aws("scheduler").delete_schedule_group(Name=self.physical_resource_id)

    def arn(self):
        return self.aws("scheduler").get_schedule_group(Name=self.physical_resource_id)["Arn"]


def refusing_taken_names(create):
    def create_schedule_group(backend, name, tags):
        if name in backend.schedule_groups:
            raise JsonRESTError("ConflictException", f"Schedule group {name} already exists.")
        return create(backend, name, tags)

    return create_schedule_group


# AWS refuses a group whose name is taken. moto would put it in the place of the one that is there.
EventBridgeSchedulerBackend.create_schedule_group = refusing_taken_names(
    EventBridgeSchedulerBackend.create_schedule_group
)


class Schedule(Taught, CloudFormationModel):
    kind, name_property = "AWS::Scheduler::Schedule", "Name"

    def create(self):
        # To create one in a group that is not there would be a KeyError of moto's, and no refusal.
        self.aws("scheduler").get_schedule_group(Name=self.group())
        self.aws("scheduler").create_schedule(**self.properties)

    def remove(self):
        self.aws("scheduler").delete_schedule(Name=self.physical_resource_id, GroupName=self.group())

    def group(self):
        return self.properties.get("GroupName", "default")


class EventInvokeConfig(Taught, CloudFormationModel):
    kind = "AWS::Lambda::EventInvokeConfig"

    def create(self):
        self.aws("lambda").put_function_event_invoke_config(**self.properties)
        return f"{self.properties['FunctionName']}|{self.properties['Qualifier']}"

    def remove(self):
        self.aws("lambda").delete_function_event_invoke_config(FunctionName=self.properties["FunctionName"])


class FunctionUrl(Taught, CloudFormationModel):
    kind = "AWS::Lambda::Url"

    def create(self):
        self.config = self.aws("lambda").create_function_url_config(
            FunctionName=self.properties["TargetFunctionArn"], AuthType=self.properties["AuthType"]
        )
        return self.config["FunctionArn"]

    def remove(self):
        self.aws("lambda").delete_function_url_config(FunctionName=self.physical_resource_id)

    @classmethod
    def has_cfn_attr(cls, attr):
        return attr in ("FunctionUrl", "FunctionArn")

    def get_cfn_attribute(self, attr):
        return self.config[attr]


class Alarm(Taught, CloudFormationModel):
    kind, name_property = "AWS::CloudWatch::Alarm", "AlarmName"

    def create(self):
        if self.described():
            raise ValidationError(message=f"Alarm {self.properties['AlarmName']} already exists")
        self.aws("cloudwatch").put_metric_alarm(**self.properties)

    def remove(self):
        self.aws("cloudwatch").delete_alarms(AlarmNames=[self.properties["AlarmName"]])

    def arn(self):
        return self.described()[0]["AlarmArn"]

    def described(self):
        return self.aws("cloudwatch").describe_alarms(AlarmNames=[self.properties["AlarmName"]])["MetricAlarms"]


class ManagedPolicy(Taught, CloudFormationModel):
    kind, name_property = "AWS::IAM::ManagedPolicy", "ManagedPolicyName"

    def create(self):
        # An update makes it anew under its ARN, which ends in its name.
        return self.aws("iam").create_policy(
            PolicyName=self.properties["ManagedPolicyName"].split("/")[-1],
            PolicyDocument=json.dumps(self.properties["PolicyDocument"]),
            Path=self.properties["Path"],
            Description=self.properties["Description"],
        )["Policy"]["Arn"]

    def remove(self):
        self.aws("iam").delete_policy(PolicyArn=self.physical_resource_id)

    def arn(self):
        return self.physical_resource_id


class Subscription(Taught, CloudFormationModel):
    kind = "AWS::SNS::Subscription"

    def create(self):
        address = {key: self.properties[key] for key in ("TopicArn", "Protocol", "Endpoint")}
        others = {key: value for key, value in self.properties.items() if key not in address and key != "Region"}
        attributes = {key: value if isinstance(value, str) else json.dumps(value) for key, value in others.items()}
        return self.aws("sns").subscribe(**address, Attributes=attributes)["SubscriptionArn"]

    def remove(self):
        self.aws("sns").unsubscribe(SubscriptionArn=self.physical_resource_id)


def confirmed(topic):
    subscribed = [each for each in topic.sns_backend.subscriptions.values() if each.topic is topic]
    return len([each for each in subscribed if each.protocol in ("lambda", "sqs")])


# moto counts none as confirmed. AWS confirms at once what is of AWS; who is subscribed by e-mail must do so.
Topic.subscriptions_confimed = property(confirmed, lambda topic, count: None)


class TopicPolicy(Taught, CloudFormationModel):
    kind = "AWS::SNS::TopicPolicy"

    def create(self):
        policy = {"AttributeName": "Policy", "AttributeValue": json.dumps(self.properties["PolicyDocument"])}
        for arn in self.properties["Topics"]:
            self.aws("sns").set_topic_attributes(TopicArn=arn, **policy)
        return "topic-policy"


class QueuePolicy(Taught, CloudFormationModel):
    kind = "AWS::SQS::QueuePolicy"

    def create(self):
        policy = {"Policy": json.dumps(self.properties["PolicyDocument"])}
        for url in self.properties["Queues"]:
            self.aws("sqs").set_queue_attributes(QueueUrl=url, Attributes=policy)
        return "queue-policy"


class BucketPolicy(Taught, CloudFormationModel):
    """Of `cdk bootstrap` alone, to refuse what comes without TLS. moto, without TLS and blind to conditions, would
    refuse everything, so it is not put."""

    kind = "AWS::S3::BucketPolicy"

    def create(self):
        return self.properties["Bucket"]


class QueryDefinition(Taught, CloudFormationModel):
    kind = "AWS::Logs::QueryDefinition"

    def create(self):
        named = {key[0].lower() + key[1:]: value for key, value in self.properties.items()}
        return self.aws("logs").put_query_definition(**named)["queryDefinitionId"]

    def remove(self):
        self.aws("logs").delete_query_definition(queryDefinitionId=self.physical_resource_id)


# A bus of moto's CloudFormation has no physical id; AWS gives it its name.
EventBus.physical_resource_id = property(lambda bus: bus.name, lambda bus, _: None)

# moto's logs have no saved queries either. One dictionary will do: a server has one account and region here.
saved_queries = {}


def put_query_definition(response):
    query = {"queryDefinitionId": str(mock_random.uuid4()), **json.loads(response.body)}
    saved_queries[query["queryDefinitionId"]] = query
    return json.dumps({"queryDefinitionId": query["queryDefinitionId"]})


def describe_query_definitions(_):
    return json.dumps({"queryDefinitions": list(saved_queries.values())})


def delete_query_definition(response):
    return json.dumps({"success": saved_queries.pop(json.loads(response.body)["queryDefinitionId"], None) is not None})


for action in (put_query_definition, describe_query_definitions, delete_query_definition):
    setattr(LogsResponse, action.__name__, action)
