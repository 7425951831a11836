"""Reads Careline's topics as any team would: with confluent-kafka, and with nothing of Careline's own."""

import os
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from confluent_kafka import Consumer, TopicPartition

from careline.waiting import until


@dataclass(frozen=True)
class Record:
    topic: str
    partition: int
    offset: int
    key: str
    headers: dict[str, str]
    value: bytes

    @property
    def type(self) -> str:
        return self.headers["ce_type"]


def security() -> dict[str, str]:
    """What makes the cluster secure, as the services are told by CARE_KAFKA_…, in the words of this client."""
    kind = os.environ.get("CARE_KAFKA_SECURITY", "plaintext")
    found = {"security.protocol": {"plaintext": "plaintext", "tls": "ssl", "sasl": "sasl_plaintext", "sasl-tls": "sasl_ssl"}[kind]}
    if "tls" in kind and "CARE_KAFKA_CA_FILE" in os.environ:
        found["ssl.ca.location"] = os.environ["CARE_KAFKA_CA_FILE"]
    if "sasl" in kind:
        found |= {
            "sasl.mechanism": os.environ.get("CARE_KAFKA_SASL_MECHANISM", "SCRAM-SHA-512"), "sasl.username": os.environ["CARE_KAFKA_USERNAME"],
            "sasl.password": Path(os.environ["CARE_KAFKA_PASSWORD_FILE"]).read_text().strip()}
    return found


def read_all(bootstrap: str, topics: list[str], timeout: float = 30) -> list[Record]:
    """Every record that the topics hold now, each partition from its first to the end that it has when asked."""
    consumer = Consumer({
        "bootstrap.servers": bootstrap,
        "group.id": f"end-to-end-{uuid.uuid4()}",
        "enable.auto.commit": False,
        "auto.offset.reset": "earliest",
        "enable.partition.eof": False,
        **security(),
    })
    try:
        ends: dict[tuple[str, int], int] = {}
        starts: list[TopicPartition] = []
        known = consumer.list_topics(timeout=timeout).topics
        for topic in topics:
            assert topic in known and known[topic].error is None, f"the topic {topic} does not exist"
            for partition in known[topic].partitions:
                low, high = consumer.get_watermark_offsets(TopicPartition(topic, partition), timeout=timeout)
                if high > low:
                    ends[topic, partition] = high
                    starts.append(TopicPartition(topic, partition, low))
        consumer.assign(starts)
        records: list[Record] = []
        deadline = time.monotonic() + timeout
        while ends:
            assert time.monotonic() < deadline, f"not read to the end within {timeout} s: {ends}"
            message = consumer.poll(0.5)
            if message is None:
                continue
            assert message.error() is None, message.error()
            headers = [(name, value.decode()) for name, value in message.headers() or []]
            assert len(dict(headers)) == len(headers), f"a header twice: {headers}"
            records.append(Record(
                message.topic(), message.partition(), message.offset(), message.key().decode(), dict(headers), message.value()))
            place = message.topic(), message.partition()
            if place in ends and message.offset() + 1 >= ends[place]:
                del ends[place]
        return records
    finally:
        consumer.close()


def wait_for(bootstrap: str, topic: str, wanted, timeout: float = 30) -> list[Record]:
    """All records of the topic, once `wanted(records)` is true of them."""
    return until(f"{topic} tells what is awaited", lambda: read_all(bootstrap, [topic], timeout=timeout), timeout, every=0.2, holds=wanted)
