"""Files of deploy/: they work and agree with the program, as far as a test without a cluster shows."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kernviz.rooms.location import SETTING
from kernviz.ui import link_preview, live, metrics, trusted_proxies
from kernviz.ui.serving import health, nginx
from kernviz.ui.stories import content as stories
from kernviz.ui.sweeps import route as sweeps
from tests.browser.instance import missing

yaml: Any = pytest.importorskip("yaml")
ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def documents(name: str) -> list[Any]:
    return list(yaml.safe_load_all((DEPLOY / name).read_text("utf-8")))


def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    program, openssl = nginx.found(), shutil.which("openssl")
    if program is None or openssl is None:
        missing("nginx or openssl is not on this machine")
    key, certificate = tmp_path / "key.pem", tmp_path / "fullchain.pem"
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=kernviz.example", "-days", "2"]
    made += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([str(openssl), *made], check=True, capture_output=True)  # noqa: S603
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    places = {
        "/etc/ssl/kernviz/fullchain.pem": str(certificate),
        "/etc/ssl/kernviz/key.pem": str(key),
        "/var/cache/nginx/kernviz": str(tmp_path / "cache"),
        "listen 80;": "listen 127.0.0.1:8680;",
        "listen 443 ssl http2;": "listen 127.0.0.1:8643 ssl http2;",
    }
    for old, here in places.items():
        assert old in text
        text = text.replace(old, here)
    temporary = "".join(f"{name}_temp_path {tmp_path}/{name};" for name in nginx.TEMPORARY)
    config = tmp_path / "nginx.conf"
    config.write_text(f"pid {tmp_path}/nginx.pid; events {{}} http {{ {temporary}\n{text} }}")
    command = [str(program), "-p", str(tmp_path), "-c", str(config), "-e", "stderr", "-t"]
    tried = subprocess.run(command, capture_output=True, text=True)  # noqa: S603
    assert tried.returncode == 0, tried.stderr


@pytest.mark.parametrize("folder", [live.FOLDER, sweeps.FOLDER, stories.FOLDER, link_preview.FOLDER])
def test_both_nginx_files_store_every_answer_whose_address_lasts(folder: str) -> None:
    ours = nginx.site(nginx.Front("127.0.0.1:8500", "/kernviz", (8501,)), Path("/var/cache/nginx"))
    for text in (ours, (DEPLOY / "nginx.conf").read_text("utf-8")):
        pattern = next(
            each for each in re.findall(r"location ~ (\S+) \{(?=[^}]*proxy_cache kernviz;)", text) if "live" in each
        )
        assert re.match(pattern, f"/kernviz/{folder}/1/en/0/page")


def test_the_file_for_an_nginx_of_ones_own_has_the_limits_of_the_command() -> None:
    front = nginx.Front("127.0.0.1:8500", "/kernviz", (8501, 8502))
    ours, own = nginx.site(front, Path("/var/cache/nginx")), (DEPLOY / "nginx.conf").read_text("utf-8")
    names = "client_max_body_size|large_client_header_buffers|limit_req|limit_conn|limit_req_zone|limit_conn_zone"
    directive = re.compile(rf"^ *((?:{names}|gzip\w*|proxy_cache_key|proxy_next_upstream|hash) [^;]*);", re.MULTILINE)
    assert sorted(directive.findall(ours)) == sorted(directive.findall(own))
    assert len(directive.findall(own)) > 12


def test_the_image_needs_no_root_and_says_whether_pictures_come() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    last = text.rpartition("FROM ")[2]
    assert re.search(r"^USER 10001$", last, re.MULTILINE)
    assert '["kernviz", "health", "http://127.0.0.1:8501"]' in last
    copied = re.findall(r"^COPY ((?!--).*) \S+$", text, re.MULTILINE)
    for source in " ".join(copied).split():
        assert (ROOT / source).exists(), source
    let_in = {line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line[:1] == "!"}
    assert let_in == set(" ".join(copied).split())
    timeout = re.search(r"--timeout=(\d+)s", text)
    assert timeout is not None
    assert float(timeout[1]) > health.PATIENCE


def test_every_package_of_the_image_has_a_hash() -> None:
    """pip takes packages from a file of hashes, or else from a folder of the image alone."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    calls = re.findall(r"pip (?:install|wheel|download) ([^&\n]*)", text)
    assert len(calls) == 4
    for call in calls:
        words = call.split()
        from_hashes = "--require-hashes" in words and words[words.index("--requirement") + 1]
        assert from_hashes or "--no-deps" in words, call
        assert from_hashes or {"--no-index", "--no-build-isolation"} & set(words), call
        if from_hashes:
            assert f"deploy/{from_hashes} " in text
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    lines = [line for line in (DEPLOY / "hashed_build.txt").read_text("utf-8").splitlines() if line[0] != "#"]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", line) for line in lines)
    assert set(needed) <= {line.partition("==")[0] for line in lines}


def test_the_services_of_the_compose_file_are_closed_and_complete() -> None:
    (found,) = documents("compose.yaml")
    services = found["services"]
    assert set(services) == {"proxy", "kernviz", "redis"}
    for name in ("kernviz", "redis"):
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
        assert "ports" not in services[name]  # only the proxy is reached from outside
    own = services["kernviz"]
    assert own["environment"][SETTING].startswith("redis://redis:")
    assert trusted_proxies.networks(own["environment"][trusted_proxies.SETTING])
    assert (DEPLOY / own["build"]["context"] / own["build"]["dockerfile"]).is_file()
    assert (DEPLOY / "Caddyfile").is_file()
    for volume in [each for one in services.values() for each in one.get("volumes", [])]:
        source = volume.split(":")[0]
        assert source in found["volumes"] or (DEPLOY / source).is_file()


def test_the_parts_of_the_manifest_fit_together() -> None:
    found = {
        (document["kind"], document["metadata"]["name"]): document for document in documents("kubernetes/kernviz.yaml")
    }
    deployment = found["Deployment", "kernviz"]["spec"]
    (container,) = deployment["template"]["spec"]["containers"]
    assert deployment["selector"]["matchLabels"].items() <= deployment["template"]["metadata"]["labels"].items()
    assert found["Service", "kernviz"]["spec"]["selector"] == deployment["selector"]["matchLabels"]
    assert found["HorizontalPodAutoscaler", "kernviz"]["spec"]["scaleTargetRef"]["name"] == "kernviz"
    assert found["HorizontalPodAutoscaler", "kernviz"]["spec"]["minReplicas"] == deployment["replicas"]
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert container["readinessProbe"]["exec"]["command"][:2] == ["kernviz", "health"]
    assert container["readinessProbe"]["timeoutSeconds"] > health.PATIENCE
    assert set(container["livenessProbe"]) & {"exec", "httpGet"} == {"httpGet"}, "a full queue would end the pod"
    assert container["livenessProbe"]["httpGet"]["path"] == "/_stcore/health"
    assert deployment["template"]["spec"]["securityContext"]["runAsNonRoot"] is True
    assert "requests" in container["resources"]  # the autoscaler counts a share of them
    assert container["resources"]["requests"]["cpu"]
    annotations = found["Ingress", "kernviz"]["metadata"]["annotations"]
    assert annotations["nginx.ingress.kubernetes.io/affinity"] == "cookie"
    assert found["Service", backend("/svm")]["spec"]["selector"] == deployment["selector"]["matchLabels"]
    redis = found["ConfigMap", "kernviz"]["data"][SETTING].split("/")[2].split(":")[0]
    assert ("Service", redis) in found


def backend(address: str) -> str:
    """Return the service to which the ingress of the manifest sends an address: the longest path that fits."""
    (ingress,) = (document for document in documents("kubernetes/kernviz.yaml") if document["kind"] == "Ingress")
    paths = ingress["spec"]["rules"][0]["http"]["paths"]
    assert {path["pathType"] for path in paths} == {"Prefix"}  # whole parts of an address, between slashes
    fits = [path for path in paths if f"{address}/".startswith(path["path"].rstrip("/") + "/")]
    return str(max(fits, key=lambda each: len(each["path"]))["backend"]["service"]["name"])


def test_no_form_publishes_the_metrics() -> None:
    """SECURITY.md says that they stay inside."""
    found = documents("kubernetes/kernviz.yaml")
    services = {each["metadata"]["name"]: each["spec"] for each in found if each["kind"] == "Service"}
    for address in (metrics.PATH, f"{metrics.PATH}/"):
        assert "selector" not in services[backend(address)], "the service has pods"
    assert not [each for each in found if each["kind"] in ("Endpoints", "EndpointSlice")]
    nginx_text = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert f"location = /kernviz{metrics.PATH} {{ return 404; }}" in nginx_text
    assert f"location = {metrics.PATH} {{ return 404; }}" in nginx.site(
        nginx.Front("127.0.0.1:8500", "", (8501,)), Path("cache")
    )
    caddy = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert re.search(rf"@metrics path {metrics.PATH} .*\n\s*respond @metrics 404", caddy)


def test_a_monitor_in_the_cluster_reaches_the_metrics() -> None:
    found = {
        (document["kind"], document["metadata"]["name"]): document for document in documents("kubernetes/kernviz.yaml")
    }
    assert found["ConfigMap", "kernviz"]["data"][metrics.SETTING] == "1"
    (rule,) = found["NetworkPolicy", "kernviz"]["spec"]["ingress"]
    let_in = {each["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"] for each in rule["from"]}
    assert let_in == {"ingress-nginx", "monitoring"}
    template = found["Deployment", "kernviz"]["spec"]["template"]
    (port,) = template["spec"]["containers"][0]["ports"]
    asked = template["metadata"]["annotations"]
    assert asked["prometheus.io/path"] == metrics.PATH
    assert asked["prometheus.io/port"] == str(port["containerPort"])


@pytest.mark.parametrize("version", ["1.31", "1.37"])
def test_the_schemas_of_kubernetes_accept_the_manifest(version: str) -> None:
    validate: Any = pytest.importorskip("kubernetes_validate", reason="pip install kubernetes-validate")
    for each in documents("kubernetes/kernviz.yaml"):
        validate.validate(each, version, strict=True)


@pytest.mark.parametrize("name", ["deploy/nginx.conf", "deploy/kubernetes/kernviz.yaml", "docs/serving.md"])
def test_beside_a_cookie_that_frames_do_not_send_is_the_one_they_send(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert re.search(r"SameSite\W+Lax", text, re.IGNORECASE)
    assert re.search(r"KERNVIZ_EMBED.{1,160}SameSite=None; Secure", text, re.DOTALL)


@pytest.mark.parametrize("path", UNITS, ids=[path.name for path in UNITS])
def test_systemd_accepts_its_units(path: Path, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd on this machine")
    unit = tmp_path / path.name.replace("@", "@8501")
    text = path.read_text("utf-8")
    assert "/srv/kernviz/bin/kernviz " in text
    unit.write_text(text.replace("/srv/kernviz/bin/kernviz ", "/bin/sleep "))
    tried = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True)  # noqa: S603
    complaints = [line for line in tried.stderr.splitlines() if unit.name in line]
    assert complaints == []


def test_only_the_app_reaches_the_redis_of_the_manifest() -> None:
    """Redis has no password, and an answer in a room is nobody else's business."""
    found = {(each["kind"], each["metadata"]["name"]): each for each in documents("kubernetes/kernviz.yaml")}
    pods = found["StatefulSet", "kernviz-redis"]["spec"]["template"]
    policy = found["NetworkPolicy", "kernviz-redis"]["spec"]
    assert policy["podSelector"]["matchLabels"].items() <= pods["metadata"]["labels"].items()
    (rule,) = policy["ingress"]
    app = found["Deployment", "kernviz"]["spec"]["template"]["metadata"]["labels"]
    assert [each["podSelector"]["matchLabels"] for each in rule["from"]] == [app]
    (port,) = pods["spec"]["containers"][0]["ports"]
    assert rule["ports"] == [{"port": port["name"]}]
