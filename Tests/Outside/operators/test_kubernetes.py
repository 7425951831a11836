"""deploy/kubernetes: what Kustomize makes of it is valid, restricted, and agrees with the code and with itself."""

import base64
import ipaddress
import json
import os
import re
import shutil
from pathlib import Path

import jsonschema
import kubernetes_validate
import pytest
import yaml
from conftest import CHECKOUT, SERVICES, SERVING, consumers, run, seals, seconds, settings_read, tool

OVERLAYS = ["development", "production", "highly-available"]
# The oldest and the newest Kubernetes that this is for.
VERSIONS = ["1.31", kubernetes_validate.latest_version()]
KEDA = json.loads((Path(__file__).parent / "schemas" / "keda-2.17.json").read_text())

@pytest.fixture(scope="module", params=OVERLAYS)
def overlay(request) -> list[dict]:
    # kubectl has a Kustomize inside.
    command = [tool("kubectl"), "kustomize"] if not shutil.which("kustomize") else ["kustomize", "build"]
    return list(yaml.safe_load_all(run(*command, f"deploy/kubernetes/overlays/{request.param}")))


def of_kind(objects: list[dict], *kinds: str) -> dict[str, dict]:
    return {item["metadata"]["name"]: item for item in objects if item["kind"] in kinds}


def pods(objects: list[dict]) -> dict[str, dict]:
    """The pod template of everything that runs pods."""
    return {name: item["spec"]["template"] for name, item in of_kind(objects, "Deployment", "StatefulSet", "Job").items()}


def settings(objects: list[dict], spec: dict) -> dict[str, str | None]:
    """The environment of a pod's one container; None for what is read from elsewhere."""
    container = spec["containers"][0]
    maps = of_kind(objects, "ConfigMap")
    found = {}
    for source in container.get("envFrom", []):
        found |= maps[source["configMapRef"]["name"]]["data"]
    return found | {entry["name"]: entry.get("value") for entry in container.get("env", [])}


@pytest.mark.parametrize("version", VERSIONS)
def test_every_object_is_valid(overlay, version):
    for item in overlay:
        if item["apiVersion"].startswith("keda.sh/"):
            jsonschema.validate(item, KEDA[item["kind"]])
        # Those of the operators of PostgreSQL and Kafka: test_cluster.py.
        elif not re.search(r"\b(strimzi|cnpg)\.io/", item["apiVersion"]):
            kubernetes_validate.validate(item, version, strict=True)


def test_the_mail_servers_password_is_a_file_of_auths_alone(tmp_path):
    deploy = os.path.relpath(CHECKOUT / "deploy/kubernetes", tmp_path)
    (tmp_path / "kustomization.yaml").write_text(yaml.safe_dump({
        "apiVersion": "kustomize.config.k8s.io/v1beta1", "kind": "Kustomization", "resources": [f"{deploy}/overlays/production"],
        "components": [f"{deploy}/components/smtp"]}))
    command = [tool("kubectl"), "kustomize"] if not shutil.which("kustomize") else ["kustomize", "build"]
    objects = list(yaml.safe_load_all(run(*command, str(tmp_path))))
    named = {name for name, item in of_kind(objects, "Deployment").items() if "CARE_SMTP_PASSWORD_FILE" in settings(objects, item["spec"]["template"]["spec"])}
    assert named == {"auth-service"}
    spec = of_kind(objects, "Deployment")["auth-service"]["spec"]["template"]["spec"]
    assert {"name": "smtp", "secret": {"secretName": "auth-smtp", "defaultMode": 0o440}} in spec["volumes"]
    assert {"name": "smtp", "mountPath": "/run/secrets/smtp", "readOnly": True} in spec["containers"][0]["volumeMounts"]
    policy = of_kind(objects, "NetworkPolicy")["auth-to-mail"]
    for version in VERSIONS:
        kubernetes_validate.validate(policy, version, strict=True)
    secrets = tmp_path / "secrets"
    run("deploy/secrets", "make", secrets)
    assert "auth-smtp" not in run("deploy/secrets", "kubernetes", secrets)
    (secrets / "auth-smtp.password").write_text("from the mail server")
    printed = {item["metadata"]["name"]: item for item in yaml.safe_load_all(run("deploy/secrets", "kubernetes", secrets)) if item}
    assert printed["auth-smtp"]["data"] == {"password": base64.b64encode(b"from the mail server").decode()}


def test_the_secrets_are_valid(tmp_path):
    run("deploy/secrets", "make", tmp_path / "secrets")
    before = {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}
    run("deploy/secrets", "make", tmp_path / "secrets")
    assert before == {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}, "what exists is never changed"
    assert len(set(before.values())) == len(before)
    secrets = list(yaml.safe_load_all(run("deploy/secrets", "kubernetes", tmp_path / "secrets")))
    for secret in secrets:
        kubernetes_validate.validate(secret, VERSIONS[-1], strict=True)
    assert {secret["metadata"]["name"] for secret in secrets} == {
        "postgres", "health-client", *(f"{name}-database" for name in ("auth", "scheduling", "messaging", "health", "ers", "records", "webhooks")),
        *(f"{name}-master-key" for name in ("auth", "scheduling", "messaging", "health", "records", "webhooks"))}


def test_a_shared_master_key_becomes_each_services_first(tmp_path):
    """Who has one of a release before goes on with it, until each service's is rotated."""
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "master.key").write_text("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=")
    run("deploy/secrets", "make", tmp_path / "secrets")
    made = {file.name: file.read_text() for file in (tmp_path / "secrets").glob("*master.key")}
    assert len(made) == 7 and len(set(made.values())) == 1
    # Who has no such directory copies the Secret, as the page says: to each service that seals.
    (copied,) = re.findall(r"for s in ([a-z ]+); do kubectl get secret master-key", (CHECKOUT / "docs/operators.md").read_text())
    assert {f"{name}-master.key" for name in copied.split()} == made.keys() - {"master.key"}


def test_secrets_come_by_reference_and_as_files(overlay):
    assert not of_kind(overlay, "Secret")
    for name, template in pods(overlay).items():
        for container in template["spec"]["containers"]:
            for entry in container.get("env", []):
                assert "secretKeyRef" not in entry.get("valueFrom", {}), f"{name}: {entry['name']} would show in the environment"
                assert not re.search(r"PASSWORD$|KEY$|_URL$|SECRET", entry["name"]), f"{name}: {entry['name']} belongs into a file"
            assert all("secretRef" not in source for source in container.get("envFrom", []))
    mounted = {
        volume["secret"]["secretName"] for template in pods(overlay).values()
        for volume in template["spec"].get("volumes", []) if "secret" in volume}
    assert {"records-master-key", "auth-database", "records-database"} <= mounted


def test_every_pod_is_restricted(overlay):
    """Pod Security Standards, `restricted`, and more."""
    for name, template in pods(overlay).items():
        spec = template["spec"]
        assert spec["securityContext"]["runAsNonRoot"] and spec["securityContext"]["runAsUser"] > 0, name
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert spec["automountServiceAccountToken"] is False, name
        assert not {"hostNetwork", "hostPID", "hostIPC"} & spec.keys(), name
        assert not any("hostPath" in volume for volume in spec["volumes"]), name
        for container in spec["containers"] + spec.get("initContainers", []):
            context = container["securityContext"]
            assert context["allowPrivilegeEscalation"] is False and context["capabilities"] == {"drop": ["ALL"]}, name
            assert context.get("readOnlyRootFilesystem") or container["image"].startswith("apache/kafka"), name
            assert container["resources"]["limits"]["memory"] and container["resources"]["requests"]["cpu"], name
            assert re.search(r":[\w.-]*[\w]$", container["image"]) and not container["image"].endswith(":latest"), f"{name}: {container['image']}"
    (namespace,) = of_kind(overlay, "Namespace").values()
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    assert {item["metadata"].get("namespace") for item in overlay if item["kind"] != "Namespace"} == {namespace["metadata"]["name"]}


def test_all_services_run_and_those_with_a_database_migrate(overlay):
    deployments, jobs = of_kind(overlay, "Deployment"), of_kind(overlay, "Job")
    assert deployments.keys() == {f"{name}-service" for name in SERVING} | {"gateway"}
    assert jobs.keys() == {f"{name}-service-migration" for name in SERVICES} | {"topics"}
    for name in SERVICES:
        service, migration = deployments[f"{name}-service"], jobs[f"{name}-service-migration"]
        container, other = (item["spec"]["template"]["spec"]["containers"][0] for item in (service, migration))
        assert (container["args"], other["args"]) == (["serve"], ["migrate"])
        assert container["image"] == other["image"] and f"/{name}-service:" in container["image"]
        assert container["livenessProbe"]["httpGet"]["path"] == container["startupProbe"]["httpGet"]["path"] == "/livez"
        assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"


def test_a_pod_may_take_as_long_to_stop_as_its_service_does(overlay):
    for name, deployment in of_kind(overlay, "Deployment").items():
        spec = deployment["spec"]["template"]["spec"]
        given = settings(overlay, spec)
        if name == "gateway":
            (_, delay) = spec["containers"][0]["lifecycle"]["preStop"]["exec"]["command"]
            needs = int(delay) + seconds(given["CARE_GATEWAY_DRAIN"])
        else:
            assert seconds(given["CARE_STOP_DELAY"]) < seconds(given["CARE_STOP_DEADLINE"]) / 2
            needs = seconds(given["CARE_STOP_DEADLINE"])
        assert spec["terminationGracePeriodSeconds"] >= needs + 5, name


def test_every_setting_is_one_that_is_read(overlay):
    read = settings_read()
    for name, template in pods(overlay).items():
        for setting in settings(overlay, template["spec"]):
            if setting.startswith("CARE_"):
                assert {setting, setting.removesuffix("_FILE")} & read, f"{name}: nothing reads {setting}"


def test_a_trap_ends_a_process_at_once(overlay):
    for name, template in pods(overlay).items():
        if name != "gateway" and "careline/" in template["spec"]["containers"][0]["image"]:
            assert settings(overlay, template["spec"])["SWIFT_BACKTRACE"] == "enable=no", name


def test_every_service_has_the_master_key_that_asks_for_it(overlay):
    for name in SERVICES:
        for pod in (f"{name}-service", f"{name}-service-migration"):
            assert ("CARE_MASTER_KEY_FILE" in settings(overlay, pods(overlay)[pod]["spec"])) == seals(name), pod


def test_every_pod_has_its_own_secrets_and_no_others(overlay):
    for name in SERVICES:
        own = {"health-monitor": "health", "er-directory": "ers"}.get(name, name)
        # HealthMonitor proves to Auth who it is.
        shared = {"health-client"} if own in ("auth", "health") else set()
        wanted = {f"{own}-database"} | ({f"{own}-master-key"} if seals(name) else set()) | shared
        for pod in (f"{name}-service", f"{name}-service-migration"):
            spec = pods(overlay)[pod]["spec"]
            held = {volume["secret"]["secretName"] for volume in spec["volumes"] if "secret" in volume}
            # Where there are such, its own as a user of Kafka, and the certificate for its own name.
            assert wanted <= held <= wanted | {f"{own}-kafka", f"{name}-service-tls"}, pod
            assert settings(overlay, spec).get("CARE_KAFKA_USERNAME") in (None, f"careline-{name}"), pod
    for name in ("gateway", "topics", "front-door-service"):
        held = {volume["secret"]["secretName"] for volume in pods(overlay)[name]["spec"]["volumes"] if "secret" in volume}
        assert not any(re.search("-database$|-master-key$", secret) for secret in held), name


def test_nobody_is_believed_for_whom_a_request_is_but_the_gateway(overlay, request):
    for name in SERVING:
        given = settings(overlay, pods(overlay)[f"{name}-service"]["spec"])["CARE_TRUSTED_PROXIES"]
        networks = [ipaddress.ip_network(network) for network in given.split(",")]
        if request.node.callspec.params["overlay"] != "development":
            # The TLS beside the service, which knows the gateway by its certificate.
            assert networks == [ipaddress.ip_network("127.0.0.1")]
        assert all(network.prefixlen >= 16 for network in networks), "a range of pods at most"


def test_whose_word_counts_is_for_the_overlay_to_say():
    base = yaml.safe_load((CHECKOUT / "deploy/kubernetes/base/kustomization.yaml").read_text())
    assert "CARE_TRUSTED_PROXIES=127.0.0.1" in base["configMapGenerator"][0]["literals"]


def test_every_file_that_a_setting_names_is_mounted(overlay):
    for name, template in pods(overlay).items():
        mounts = {mount["mountPath"] for mount in template["spec"]["containers"][0]["volumeMounts"]}
        for setting, value in settings(overlay, template["spec"]).items():
            if setting.endswith("_FILE"):
                assert str(Path(value).parent) in mounts, f"{name}: {setting}"


def test_the_gateway_is_the_one_configuration_and_finds_every_service(overlay):
    maps = of_kind(overlay, "ConfigMap")
    deployment = of_kind(overlay, "Deployment")["gateway"]["spec"]["template"]["spec"]
    source = next(volume["configMap"]["name"] for volume in deployment["volumes"] if "configMap" in volume)
    for file in ("haproxy.cfg", "failed.html", "too-long.html", "too-long.fr.html", "status.html", "status.fr.html", "front-away.html", "front-away.fr.html", "nothing.html", "nothing.fr.html", "too-large.html", "too-large.fr.html", "too-many.html", "too-many.fr.html", "login-away.html", "login-away.fr.html"):
        assert maps[source]["data"][file] == (CHECKOUT / "deploy" / "gateway" / file).read_text()
    wanted = set(re.findall(r"defined\((CARE_\w+_DNS)\)", maps[source]["data"]["haproxy.cfg"]))
    given = settings(overlay, deployment)
    assert len(wanted) == len(SERVING) and wanted <= given.keys()
    services = of_kind(overlay, "Service")
    for setting in wanted:
        name, port = re.fullmatch(r"([a-z-]+)\.\$\(NAMESPACE\)\.svc\.cluster\.local:(\d+)", given[setting]).groups()
        assert services[name]["spec"]["clusterIP"] == "None", "the addresses of the replicas, not one for all"
        assert services[name]["spec"]["ports"][0]["port"] == int(port)


def test_services_are_reached_by_tls_alone_where_that_is_chosen(overlay):
    deployments = of_kind(overlay, "Deployment")
    if "CARE_SERVICES_CA" not in settings(overlay, deployments["gateway"]["spec"]["template"]["spec"]):
        pytest.skip("this overlay's services speak plain HTTP")
    gateway = deployments["gateway"]["spec"]["template"]["spec"]
    # Without it no service believes the gateway for whom a request is.
    assert settings(overlay, gateway)["CARE_GATEWAY_CERT"] == "/run/secrets/services/gateway.pem"
    assert next(volume for volume in gateway["volumes"] if volume["name"] == "services-ca")["secret"]["secretName"] == "gateway-services-tls"
    maps = of_kind(overlay, "ConfigMap")
    for service in SERVING:
        spec = deployments[f"{service}-service"]["spec"]["template"]["spec"]
        (beside,) = spec["initContainers"]
        assert beside["restartPolicy"] == "Always", "it runs as long as the service"
        given, own = settings(overlay, spec), settings(overlay, {"containers": [beside]})
        assert given["CARE_HTTP_HOST"] == "127.0.0.1" and given["CARE_HTTP_PORT"] == own["CARE_HTTP_PORT"] != own["CARE_TLS_PORT"]
        container = spec["containers"][0]
        (port,) = container["ports"]
        assert str(port["containerPort"]) == own["CARE_TLS_PORT"]
        assert {container[probe]["httpGet"]["scheme"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")} == {"HTTPS"}
        volumes = {volume["name"]: volume for volume in spec["volumes"]}
        assert volumes["tls"]["secret"]["secretName"] == f"{service}-service-tls", "each has a certificate of its own"
        configuration = maps[volumes["tls-configuration"]["configMap"]["name"]]["data"]["haproxy.cfg"]
        assert configuration == (CHECKOUT / "deploy" / "tls" / "haproxy.cfg").read_text()
        for setting in ("CARE_TLS_CERT", "CARE_SERVICES_CA"):
            assert str(Path(own[setting]).parent) in {mount["mountPath"] for mount in beside["volumeMounts"]}


def selects(selector: dict, labels: dict) -> bool:
    for expression in selector.get("matchExpressions", []):
        assert expression["operator"] == "In"
        if labels.get(expression["key"]) not in expression["values"]:
            return False
    return selector.get("matchLabels", {}).items() <= labels.items()


def test_selectors_meet_exactly_their_pods(overlay):
    """A migration's pod has its service's name too, and must not be taken for a replica."""
    for name, item in of_kind(overlay, "Service").items():
        met = {pod for pod, template in pods(overlay).items() if selects({"matchLabels": item["spec"]["selector"]}, template["metadata"]["labels"])}
        assert met == {name}
    for name, item in of_kind(overlay, "PodDisruptionBudget").items():
        assert {pod for pod, template in pods(overlay).items() if selects(item["spec"]["selector"], template["metadata"]["labels"])} == {name}


def allowed(policies: dict[str, dict], direction: str, labels: dict, other: dict, port: int) -> bool:
    """Whether some policy lets pods with `labels` be reached by (`ingress`) or reach (`egress`) pods with `other` at the port."""
    for policy in policies.values():
        if not selects(policy["spec"]["podSelector"], labels):
            continue
        for rule in policy["spec"].get(direction, []):
            peers = rule.get("from" if direction == "ingress" else "to")
            met = peers is None or any("podSelector" in peer and "namespaceSelector" not in peer and selects(peer["podSelector"], other) for peer in peers)
            if met and ("ports" not in rule or any(entry["port"] == port for entry in rule["ports"])):
                return True
    return False


def test_the_network_lets_through_what_is_needed_and_nothing_else(overlay):
    policies = of_kind(overlay, "NetworkPolicy")
    assert policies["deny-by-default"]["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    labels = {name: template["metadata"]["labels"] for name, template in pods(overlay).items()}
    services = {f"{name}-service" for name in SERVICES}
    wanted = {("gateway", service) for service in services | {"front-door-service"}} | {(service, "auth-service") for service in services}
    # What opens measurements in events.
    wanted.add(("health-monitor-service", "records-service"))
    for source in labels:
        for target in labels.keys() - of_kind(overlay, "StatefulSet").keys():
            port = 8080
            open_ = allowed(policies, "egress", labels[source], labels[target], port) and allowed(policies, "ingress", labels[target], labels[source], port)
            # The gateway is open to everybody; nobody inside may go there.
            assert open_ == ((source, target) in wanted), f"{source} → {target}"
    if "postgres" in labels:
        for port, target in ((5432, "postgres"), (9092, "kafka")):
            reach = {
                name for name in labels.keys() - {"kafka"}
                if allowed(policies, "egress", labels[name], labels[target], port) and allowed(policies, "ingress", labels[target], labels[name], port)}
            assert reach == services | {f"{name}-migration" for name in services} | {"topics"}


def test_everybody_who_reads_topics_is_scaled_by_what_is_unread(overlay):
    scaled = of_kind(overlay, "ScaledObject")
    if not scaled:
        pytest.skip("this overlay runs one of each")
    for service in SERVICES:
        found = set()
        if f"{service}-service" in scaled:
            spec = scaled[f"{service}-service"]["spec"]
            triggers = [trigger["metadata"] for trigger in spec["triggers"] if trigger["type"] == "kafka"]
            found = {(trigger["consumerGroup"], trigger["topic"]) for trigger in triggers}
            assert spec["scaleTargetRef"]["name"] == f"{service}-service" and spec["maxReplicaCount"] == 12
            given = settings(overlay, pods(overlay)[f"{service}-service"]["spec"])
            assert {trigger["bootstrapServers"] for trigger in triggers} == {given["CARE_KAFKA_BOOTSTRAP"]}
        assert found == consumers(service), service
    scalers = [item["spec"]["scaleTargetRef"]["name"] for item in of_kind(overlay, "HorizontalPodAutoscaler").values()]
    scalers += [item["spec"]["scaleTargetRef"]["name"] for item in scaled.values()]
    assert sorted(scalers) == sorted(of_kind(overlay, "Deployment")), "each is scaled by exactly one"


def test_a_node_may_go_without_an_outage(overlay):
    budgets = of_kind(overlay, "PodDisruptionBudget")
    if not budgets:
        pytest.skip("this overlay runs one of each")
    assert budgets.keys() == of_kind(overlay, "Deployment").keys()
    for deployment in of_kind(overlay, "Deployment").values():
        assert deployment["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
        assert deployment["spec"]["template"]["spec"]["topologySpreadConstraints"]
        assert "replicas" not in deployment["spec"], "an apply would undo what the autoscaler did"
