"""kube-score has nothing critical to say of the manifests that is not answered here. It comes by the Go module proxy: CARE_SETUP_TOOLS=1 make setup"""

import json
import subprocess

import pytest
from conftest import CHECKOUT, run, tool

# Its check, and why it is not followed.
EVERYWHERE = {
    ("container-resources", "CPU limit is not set"):
        "a limit of CPU stops a service for the rest of a tenth of a second although the node is idle; the requests share the node out, the autoscaler adds replicas",
    ("container-image-pull-policy", "ImagePullPolicy is not set to Always"):
        "a tag or digest names one release for ever; a pod that is restarted must not need the registry for that",
}
DEVELOPMENT = {
    ("deployment-has-poddisruptionbudget", "No matching PodDisruptionBudget was found"): "one replica of each on one node: a budget would only keep the node from being drained",
    ("statefulset-has-poddisruptionbudget", "No matching PodDisruptionBudget was found"): "the same",
    ("container-security-context-user-group-id", "The container is running with a low user ID"): "PostgreSQL and Kafka as their images know them, for trials",
    ("container-security-context-user-group-id", "The container running with a low group ID"): "the same",
    ("container-security-context-readonlyrootfilesystem", "The pod has a container with a writable root filesystem"): "Kafka's image writes its configuration beside its programs",
}


@pytest.mark.parametrize(("overlay", "answered"), [("production", EVERYWHERE), ("development", EVERYWHERE | DEVELOPMENT)])
def test_no_critical_remark_is_left_without_an_answer(overlay, answered):
    score, kustomize = tool("kube-score"), tool("kustomize")
    manifests = run(kustomize, "build", CHECKOUT / "deploy/kubernetes/overlays" / overlay)
    # Its status says that there are remarks.
    said = subprocess.run([score, "score", "--output-format", "json", "-"], input=manifests, capture_output=True, text=True, timeout=120).stdout
    objects = json.loads(said)
    assert len(objects) > 20
    remarks = {
        (check["check"]["id"], comment["summary"], each["object_name"])
        for each in objects for check in each["checks"] if check["grade"] == 1 and not check["skipped"] for comment in check["comments"] or []}
    left = {remark for remark in remarks if remark[:2] not in answered}
    assert not left
    assert {remark[:2] for remark in remarks} == answered.keys(), "an answer to what is not asked any more"
