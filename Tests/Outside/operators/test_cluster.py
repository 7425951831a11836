"""deploy/cluster and its overlay for Kubernetes agree with each other, with the code and with the operators' page."""

import os
import re
import shutil
import tempfile
from base64 import b64decode
from pathlib import Path
from string import Template

import kubernetes_validate
import pytest
import yaml
from conftest import CHECKOUT, SERVICES, run, sources, tool

from careline.databases import DATABASES

FILES = CHECKOUT / "deploy/cluster"
PAGE = (CHECKOUT / "docs/operators.md").read_text().split("## Surviving a machine")[1].split("\n## ")[0]


def filled(name: str) -> str:
    """With every name in braces given something."""
    template = Template((FILES / name).read_text())
    return template.substitute(dict.fromkeys(template.get_identifiers(), "x"))


def properties() -> dict[str, str]:
    return dict(line.split("=", 1) for line in filled("kafka.properties").splitlines() if line and not line.startswith("#"))


@pytest.fixture(scope="module")
def overlay() -> list[dict]:
    command = [tool("kubectl"), "kustomize"] if not shutil.which("kustomize") else ["kustomize", "build"]
    return list(yaml.safe_load_all(run(*command, "deploy/kubernetes/overlays/highly-available")))


def of_kind(objects: list[dict], kind: str) -> dict[str, dict]:
    return {item["metadata"]["name"]: item for item in objects if item["kind"] == kind}


def topics() -> dict[str, str]:
    return dict(re.findall(r'case (\w+) = "(care\.[^"]+)"', (CHECKOUT / "Shared/CareModels/Events/CareEvent.swift").read_text()))


def uses() -> dict[str, tuple[set[str], set[str], set[str]]]:
    """What each service publishes, consumes and hears, as ServiceTopics says."""
    names = topics()
    text = (CHECKOUT / "Shared/CareModels/Events/ServiceTopics.swift").read_text().split("static let all")[1]
    written = re.compile(r'ServiceTopics\(\s*"([\w-]+)", publishes: \[([^\]]*)\](?:, consumes: (\[[^\]]*\]|Topic\.allCases[^}]*\}))?(?:,\s*hears: \[([^\]]*)\])?\)')

    def told(words):
        if "allCases" in words:
            return set(names.values()) - {names[one] for one in re.findall(r"\.(\w+)", words.split("!=")[1])}
        return {names[one] for one in re.findall(r"\.(\w+)", words)}
    return {name: (told(published), told(consumed), told(heard or ".sessions")) for name, published, consumed, heard in written.findall(text)}


def test_the_page_names_what_the_files_set():
    patroni, kafka = yaml.safe_load(filled("patroni.yml")), properties()
    dcs = patroni["bootstrap"]["dcs"]
    said = {name.strip("` "): value.strip("` ") for names, values in re.findall(r"^\| (`[^|]*`) \| (`[^|]*`) \|", PAGE, re.MULTILINE)
            for name, value in zip(names.split(", "), values.split(", "))}
    assert said == {
        "synchronous_mode": dcs["synchronous_mode"], "synchronous_mode_strict": str(dcs["synchronous_mode_strict"]).lower(),
        "primary_start_timeout": str(dcs["primary_start_timeout"]), "ttl": str(dcs["ttl"]), "failsafe_mode": str(dcs["failsafe_mode"]).lower(),
        "default.replication.factor": kafka["default.replication.factor"], "min.insync.replicas": kafka["min.insync.replicas"]}
    assert all(f"`{file.name}`" in PAGE or f"/{file.name}`" in PAGE for file in FILES.iterdir())
    assert dcs["loop_wait"] + 2 * dcs["retry_timeout"] <= dcs["ttl"], "Patroni would change it"
    assert dcs["postgresql"]["parameters"]["synchronous_commit"] == "on"
    assert f"`loop_wait` ({dcs['loop_wait']} s)" in PAGE
    assert f"{int(kafka['broker.session.timeout.ms']) // 1000} s (`broker.session.timeout.ms`)" in PAGE


def test_the_page_counts_how_long_a_machines_death_lasts():
    dcs, etcd = yaml.safe_load(filled("patroni.yml"))["bootstrap"]["dcs"], yaml.safe_load(filled("etcd.yml"))
    (ttl, loop, election) = dcs["ttl"], dcs["loop_wait"], etcd["election-timeout"] / 1000
    rows = dict(re.findall(r"^\| ([^|]*) \| (\d+ to \d+) s[:;]", PAGE, re.MULTILINE))
    lease, anew, promotion = ([int(number) for number in rows[part].split(" to ")] for part in rows)
    assert lease == [ttl - loop, ttl]
    # A leader of etcd that is new gives each lease its whole time, and one election's more.
    assert anew == [election + ttl + election, 2 * election + ttl + election]
    assert f"`election-timeout` ({etcd['election-timeout']} ms)" in PAGE
    alone, with_etcd = re.search(r"back (\d+ to \d+) s after such a death, or (\d+ to \d+)\.", PAGE).groups()
    assert [int(number) for number in alone.split(" to ")] == [lease[0] + promotion[0], lease[1] + promotion[1] + 1]
    assert [int(number) for number in with_etcd.split(" to ")] == [anew[0] + promotion[0], anew[1] + promotion[1] + 1]


def test_keepalived_asks_what_the_gateway_answers():
    text = (FILES / "keepalived.conf").read_text()
    gateway = (CHECKOUT / "deploy/gateway/haproxy.cfg").read_text()
    asked = dict(re.findall(r"vrrp_script (\w+) \{\s*script \".* http://127\.0\.0\.1:8080(/[\w/]+)\"", text))
    assert asked == {"gateway": "/healthz", "services": "/healthz/ready"}
    assert "8080" in gateway and f"path {' '.join(asked.values())}\n" in gateway
    assert set(re.search(r"track_script \{([^}]*)\}", text)[1].split()) == set(asked)
    # A master that reaches no service falls behind a backup that does; and where neither does, stays before it.
    master, backup = map(int, re.search(r"MASTER and (\d+) on the one, BACKUP and (\d+)", text).groups())
    weight = int(re.search(r"weight (-\d+)", text)[1])
    assert master + weight < backup < master


def test_etcd_is_where_patroni_looks():
    assert yaml.safe_load(filled("etcd.yml"))["advertise-client-urls"].endswith(":2379")
    assert ":2379" in (CHECKOUT / "Tests/Outside/cluster/cluster.py").read_text()


def test_strimzi_has_every_topic_as_careline_makes_it(overlay):
    found = of_kind(overlay, "KafkaTopic")
    assert found.keys() == {name for topic in topics().values() for name in (topic, f"{topic}.dead")}
    partitions = int(re.search(r"static let partitions = (\d+)", sources("Shared/CareModels/Events"))[1])
    day, kafka = 86_400_000, properties()
    for name, item in found.items():
        spec = item["spec"]
        assert spec["partitions"] == (1 if name.endswith(".dead") else partitions), name
        assert spec["config"]["retention.ms"] == str((90 if name.endswith(".dead") else 30) * day), name
        assert spec["config"]["segment.ms"] == str(day), name
        assert str(spec["replicas"]) == kafka["default.replication.factor"] and spec["config"]["min.insync.replicas"] == kafka["min.insync.replicas"], name
    made = (CHECKOUT / "Services/Careline/Commands/Topics.swift").read_text()
    assert re.findall(r"kept\((\d+)\)", made) == ["30", "90"] and '"retention.ms": "\\(days * day)", "segment.ms": "\\(day)"' in made
    assert {name for name, item in found.items() if "compact" in item["spec"]["config"].get("cleanup.policy", "")} == {"care.users.v1"}


def test_what_was_handled_is_remembered_for_longer_than_a_topic_has_it():
    """Whoever reads a topic from its beginning, since its place was forgotten, finds nothing that it does not know to be done. Kafka deletes whole segments: the
    first record of one stays for as long as the segment lasts besides."""
    made = (CHECKOUT / "Services/Careline/Commands/Topics.swift").read_text()
    kept = int(re.search(r"let settings = kept\((\d+)\)", made)[1])
    assert '"segment.ms": "\\(day)"' in made
    remembered = int(re.search(r"inboxRetention: Duration = \.seconds\((\d+) \* 86_400\)", sources("Shared/Outbox/Consuming"))[1])
    assert remembered > kept + 1


def test_each_services_user_may_what_careline_topics_would_give_it(overlay):
    users = of_kind(overlay, "KafkaUser")
    assert users.keys() == {"careline", *(f"careline-{name}" for name in SERVICES)}
    for name, (publishes, consumes, hears) in uses().items():
        wanted = {(topic, "Write") for topic in publishes | {f"{topic}.dead" for topic in consumes}} | {(topic, "Read") for topic in consumes | hears}
        given = {(acl["resource"]["name"], operation) for acl in users[f"careline-{name}"]["spec"]["authorization"]["acls"]
                 if acl["resource"]["type"] == "topic" for operation in acl["operations"]}
        assert given == wanted | {(topic, "Describe") for topic, _ in wanted}, name
        groups = {(acl["resource"]["name"], acl["resource"]["patternType"]) for acl in users[f"careline-{name}"]["spec"]["authorization"]["acls"]
                  if acl["resource"]["type"] == "group"}
        assert groups == ({(f"{name}.", "prefix")} if consumes else set()), name


def test_cloudnativepg_has_every_database_and_waits_for_a_standby(overlay):
    (cluster,) = of_kind(overlay, "Cluster").values()
    assert cluster["spec"]["instances"] == 3
    assert cluster["spec"]["postgresql"]["synchronous"] == {"method": "any", "number": 1, "dataDurability": "required"}
    assert {role["name"]: role["passwordSecret"]["name"] for role in cluster["spec"]["managed"]["roles"]} == {f"care_{name}": f"{name}-database" for name in DATABASES}
    assert {(item["spec"]["name"], item["spec"]["owner"]) for item in of_kind(overlay, "Database").values()} == {(f"care_{name}",) * 2 for name in DATABASES}
    with tempfile.TemporaryDirectory() as folder:
        run("deploy/secrets", "make", folder, "postgres-rw", "postgres-ro")
        secrets = {item["metadata"]["name"]: item["data"] for item in yaml.safe_load_all(run("deploy/secrets", "kubernetes", folder)) if item}
    assert all({"username", "password", "url"} == secrets[f"{name}-database"].keys() - {"read-url"} for name in DATABASES)
    # Whoever is told of standbys has their address, and nobody else.
    told = {of_service["metadata"]["name"] for of_service in of_kind(overlay, "Deployment").values() if reads_from_standbys(of_service)}
    databases = {database for name, database in zip(SERVICES, DATABASES, strict=True) if f"{name}-service" in told}
    assert databases == {name for name in DATABASES if "read-url" in secrets[f"{name}-database"]}
    assert all(b64decode(secrets[f"{name}-database"]["read-url"]).decode().endswith(f"@postgres-ro/care_{name}") for name in databases)


def test_postgresql_has_a_connection_for_every_replica_that_there_may_be(overlay):
    (cluster,) = of_kind(overlay, "Cluster").values()
    most = int(cluster["spec"]["postgresql"]["parameters"]["max_connections"])
    (shared,) = [item["data"] for name, item in of_kind(overlay, "ConfigMap").items() if name.startswith("careline-")]
    replicas = {item["spec"]["scaleTargetRef"]["name"]: item["spec"].get("maxReplicas") or item["spec"]["maxReplicaCount"]
                for kind in ("HorizontalPodAutoscaler", "ScaledObject") for item in of_kind(overlay, kind).values()}
    page = (CHECKOUT / "docs/operators.md").read_text()
    assert "its pool and three more (the relay's), and with `CARE_DATABASE_READ_URL` two more again" in page and "three for administrators" in page
    # One more of each while a new release takes the place of another, and its migration.
    needed = len(SERVICES) + sum(
        (replicas[name] + deployment["spec"]["strategy"]["rollingUpdate"]["maxSurge"]) * (int(shared["CARE_DATABASE_POOL_SIZE"]) + (5 if reads_from_standbys(deployment) else 3))
        for name, deployment in of_kind(overlay, "Deployment").items() if name in {f"{service}-service" for service in SERVICES})
    assert needed + 3 <= most < needed + 100, needed


def reads_from_standbys(deployment: dict) -> bool:
    return any(setting["name"] == "CARE_DATABASE_READ_URL_FILE" for setting in deployment["spec"]["template"]["spec"]["containers"][0].get("env", []))


def test_the_page_says_who_reads_from_standbys(overlay):
    told = {folder for name, folder in SERVICES.items() if reads_from_standbys(of_kind(overlay, "Deployment")[f"{name}-service"])}
    assert told == {folder for folder in SERVICES.values() if ".fromStandby()" in sources(f"Services/{folder}")}
    (sentence,) = re.findall(r"lists and what is computed of many rows, in ([^.]*)\.", PAGE)
    assert told == set(re.split(r", | and ", sentence))


def test_the_rest_is_valid(overlay):
    for item in overlay:
        if not re.search(r"\.(strimzi|cnpg)\.io/|^(keda|kafka|postgresql)\.", item["apiVersion"]):
            kubernetes_validate.validate(item, kubernetes_validate.latest_version(), strict=True)


@pytest.mark.parametrize("kind", ["Cluster", "Database", "Kafka", "KafkaNodePool", "KafkaTopic", "KafkaUser"])
def test_the_operators_own_schemas_take_them(overlay, kind):
    """CARE_CRDS names a folder of CustomResourceDefinitions, as the operators' releases have them."""
    folder = os.environ.get("CARE_CRDS")
    if not folder:
        pytest.skip("the operators' schemas are not here: set CARE_CRDS to a folder with CloudNativePG's and Strimzi's CustomResourceDefinitions (YAML)")
    import jsonschema
    definitions = [item for file in Path(folder).rglob("*.yaml") for item in yaml.safe_load_all(file.read_text()) if item and item.get("kind") == "CustomResourceDefinition"]
    for item in of_kind(overlay, kind).values():
        group, version = item["apiVersion"].split("/")
        (schema,) = [one["schema"]["openAPIV3Schema"] for definition in definitions
                     if (definition["spec"]["group"], definition["spec"]["names"]["kind"]) == (group, kind)
                     for one in definition["spec"]["versions"] if one["name"] == version]
        jsonschema.validate(item, schema)
