import CareModels
import FHIR
import Foundation
import JSON

/// What a search found: a Bundle of type `searchset`.
struct SearchsetView: Sendable {
    let found: FoundResources
    let urls: ResourceURLs
    let language: Language
    private let subset: ResourceSubset?
    private let subsetOfIncluded: ResourceSubset?

    init(_ found: FoundResources, _ urls: ResourceURLs, _ language: Language) {
        self.found = found
        self.urls = urls
        self.language = language
        subset = ResourceSubset(found.query, urls.release)
        subsetOfIncluded = ResourceSubset(found.query, urls.release, isIncluded: true)
    }

    /// It says what was passed over, or what is missing.
    var isInWords: Bool { !issues.isEmpty || !MissingIDs.of(found).isEmpty }

    var bytes: [UInt8] {
        let shown = found.page.map { ($0, "match") } + found.included.map { ($0, "include") }
        let issues = issues
        var json = JSONWriter(capacity: 512 + shown.reduce(0) { $0 + ($1.0.body?.count ?? 0) + 200 })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "searchset")
            if let total = found.total { $0.member("total", total) }
            links.write(&$0)
            let missing = MissingIDs.of(found)
            if shown.isEmpty, issues.isEmpty, missing.isEmpty { return }
            let outcomes: [Entry] = (issues.isEmpty ? [] : [.outcome(issues)]) + (missing.isEmpty ? [] : [.missing(missing)])
            $0.list("entry", shown.map { Entry.resource($0, mode: $1) } + outcomes) { entry, json in
                json.object { write(entry, &$0) }
            }
        }
        return json.bytes
    }

    private enum Entry {
        case resource(RecordVersion, mode: String)
        case outcome([OperationOutcomeView.Issue])
        /// Ids that were asked for.
        case missing([String])
    }

    private func write(_ entry: Entry, _ json: inout JSONWriter) {
        switch entry {
        case .resource(let version, let mode):
            let owner = found.owners[version.record.id]
            // Two persons may have chosen one id.
            let isShared = owner != nil && version.head.id != nil
            json.member("fullUrl", isShared ? "urn:uuid:\(version.record.id)" : urls.url(version.record.type, version.id))
            json.member("resource", json: body(version, mode == "include" ? subsetOfIncluded : subset))
            json.object("search") {
                RecordExtensions.write(version, of: owner, &$0)
                $0.member("mode", mode)
            }
        case .outcome(let issues):
            json.member("resource", json: OperationOutcomeView(issues: issues).bytes)
            json.object("search") { $0.member("mode", "outcome") }
        case .missing(let ids): MissingIDs.write(ids, in: language, &json)
        }
    }

    private func body(_ version: RecordVersion, _ subset: ResourceSubset?) -> [UInt8] {
        guard let body = version.body else { return Self.tombstone(version, version.record.type) }
        return subset?.cut(body, version.record.type) ?? body
    }

    /// What was passed over, and what is missing.
    private var issues: [OperationOutcomeView.Issue] {
        var issues = found.query.ignored.map { fault in
            OperationOutcomeView.Issue(
                severity: "warning", code: "not-supported", diagnostics: Fault(fault.name, fault.message).message(in: language), expression: fault.name)
        }
        if found.isIncludeCut {
            let text: Text = "More is to be included than one answer holds; ask for fewer with _count."
            issues.append(OperationOutcomeView.Issue(severity: "warning", code: "too-costly", diagnostics: text.string(in: language)))
        }
        return issues
    }

    private var links: BundleLinks {
        let query = found.query
        let address = query.scope.address
        func url(_ more: [(name: String, value: String)]) -> String {
            let pairs = (query.given + more).map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }
            return urls.base + (address.isEmpty ? "" : "/" + address) + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        }
        let size = ("_count", String(query.page.limit))
        return BundleLinks(own: url(own), next: found.next.map { url([size, ("_after", $0)]) })
    }

    /// Which page this is. `_summary=count` stands among what was given.
    private var own: [(name: String, value: String)] {
        let query = found.query
        if query.isCount { return query.summary == .count ? [] : [(name: "_count", value: "0")] }
        let size = (name: "_count", value: String(query.page.limit))
        if query.isByNumber { return [size, (name: "_page", value: String(query.page.offset / max(1, query.page.limit) + 1))] }
        guard let after = query.place ?? query.page.after?.description else { return [size] }
        return [size, (name: "_after", value: after)]
    }

    /// Whether a byte stands in a query as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-._~,():".utf8.contains(byte)
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) { bytes.append(byte) } else { bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What stands in a list for a resource that was deleted.
    private static func tombstone(_ version: RecordVersion, _ type: String) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.member("resourceType", type)
            $0.member("id", version.id)
            $0.object("meta") {
                $0.member("versionId", String(version.version))
                $0.member("lastUpdated", RFC3339.format(version.writtenAt))
                $0.list("tag", ["deleted"]) { code, json in
                    json.object {
                        $0.member("system", "https://careline.example/fhir/record-status")
                        $0.member("code", code)
                    }
                }
            }
        }
        return json.bytes
    }
}
