import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { SDKVersions } from "../src/types.ts";
import { versionStatus } from "../src/versions.ts";

/** The Swift client's VersionRange and SemanticVersion. */
suite("what the operator says of a version", () => {
  const status = (version: string, ...ranges: [string, "supported" | "deprecated" | "unsupported"][]) =>
    versionStatus({ platforms: [{ platform: "web", versions: ranges.map(([range, status]) => ({ range, status })) }] }, { platform: "web", version });

  const within: [version: string, range: string, isWithin: boolean][] = [
    ["2.1.0", ">=2.1.0", true], ["2.0.9", ">=2.1.0", false], ["2.1.0", "2.1.0", true], ["2.1.1", "=2.1.0", false], ["1.9.9", "<2.0.0", true],
    ["2.0.0", ">2.0.0", false], ["2.0.0", "<=2.0.0", true], ["10.0.0", ">9.0.0", true], ["2.5.0", ">=2.1.0 <3.0.0 || >=3.0.2", true],
    ["3.0.1", ">=2.1.0 <3.0.0 || >=3.0.2", false], ["3.0.2", ">=2.1.0 <3.0.0 || >=3.0.2", true], ["2.1.0-beta.2", "<2.1.0", true],
    ["2.1.0-beta.2", ">2.1.0-beta.10", false], ["2.1.0-beta.2", ">2.1.0-beta", true], ["2.1.0-beta", ">2.1.0-2", true], ["2.1.0-alpha", "<2.1.0-beta", true],
    ["2.1.0+build", "2.1.0", true], ["2.1.0", "2.1.0+build", false], ["2.1", ">=0.0.0", false], ["02.1.0", ">=0.0.0", false], ["2.1.0", "^2.0.0", false],
    ["2.1.0", ">=2.0.0 ||", false], ["2.1.0", "", false],
  ];
  for (const [version, range, isWithin] of within)
    test(`${version} is ${isWithin ? "" : "not "}in ${range || "nothing"}`, () =>
      assert.equal(status(version, [range, "deprecated"]), isWithin ? "deprecated" : "supported"));

  test("the first range that has it decides, of its own platform", () => {
    assert.equal(status("1.5.0", ["<1.0.0", "supported"], ["<2.0.0", "unsupported"], ["<3.0.0", "deprecated"]), "unsupported");
    const other: SDKVersions = { platforms: [{ platform: "ios", versions: [{ range: "<2.0.0", status: "unsupported" }] }] };
    assert.equal(versionStatus(other, { platform: "web", version: "1.5.0" }), "supported");
  });
});
