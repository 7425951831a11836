import CareModels
import FHIR
import Foundation
import JSON

/// A Provenance: who wrote what in somebody else's record, and for whom.
struct Attestation: Sendable {
    /// Of one resource.
    static let mostTargets = 500

    let targets: [AccessEvent.Thing]
    let writer: AccessEvent
    let standing: AccessStanding
    let owner: UserID
    let instant: Date
    let release: FHIRRelease

    init(targets: [AccessEvent.Thing], by writer: AccessEvent, standing: AccessStanding, of owner: UserID, at instant: Date, _ release: FHIRRelease) {
        self.targets = targets
        self.writer = writer
        self.standing = standing
        self.owner = owner
        self.instant = instant
        self.release = release
    }

    var bytes: [UInt8] {
        let references = targets.map { target in
            let version = target.version.map { "/_history/\($0)" } ?? ""
            return Self.reference("\(target.type)/\(target.id ?? "")\(version)")
        }
        let time = Self.quoted(RFC3339.format(instant))
        return Array(
            """
            {"resourceType":"Provenance","target":[\(references.joined(separator: ","))],"recorded":\(time),\
            \(reason),"activity":\(activity),"agent":[\(agent)]}
            """.utf8)
    }

    private var reason: String {
        let coding = #"{"system":\#(Self.quoted(Purpose.system(release))),"code":\#(Self.quoted(writer.purpose.rawValue))}"#
        return release == .r4 ? #""reason":[{"coding":[\#(coding)]}]"# : #""reason":[\#(coding)]"#
    }

    private var activity: String {
        let actions = Set(targets.map(\.action))
        let code = actions == [.create] ? "CREATE" : actions == [.delete] ? "DELETE" : "UPDATE"
        let system = release == .r4 ? "http://terminology.hl7.org/CodeSystem/v3-DataOperation" : "http://hl7.org/fhir/v3/DataOperation"
        let coding = #"{"system":"\#(system)","code":\#(Self.quoted(code))}"#
        return release == .r4 ? #"{"coding":[\#(coding)]}"# : coding
    }

    private var agent: String {
        let (who, behalf) = (Self.reference(writer.who), Self.reference(behalf))
        return release == .r4 ? #"{"who":\#(who),"onBehalfOf":\#(behalf)}"# : #"{"whoReference":\#(who),"onBehalfOfReference":\#(behalf)}"#
    }

    /// The house through which they were let in, or the person.
    private var behalf: String {
        if case .given(let given) = standing, let house = given.allowances.compactMap(\.organisation).first { return "Organization/\(house)" }
        return "Patient/\(owner)"
    }

    private static func reference(_ text: String) -> String { #"{"reference":\#(quoted(text))}"# }

    private static func quoted(_ text: String) -> String { String(decoding: JSONWriter.quoted(text), as: UTF8.self) }
}
