import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

// What was taken out of a body is put back here, so that whoever reads a resource finds it as it was written.
extension PostgresRunner {
    func whole(_ versions: [RecordVersion], _ key: PersonKey) async throws -> [RecordVersion] {
        var versions = versions
        for index in versions.indices { versions[index] = try await whole(versions[index], key) }
        return versions
    }

    /// The version with its whole body, byte for byte what was written. A file that came by itself, and is more than a resource may be, stays out: its Binary
    /// is marked as a part (http://hl7.org/fhir/R4/valueset-common-tags.html). Single reads send it as a stream.
    func whole(_ version: RecordVersion, _ key: PersonKey) async throws -> RecordVersion {
        guard let body = version.body, !version.cuts.isEmpty else { return version }
        var whole = version
        whole.cuts = []
        if version.leavesFileOut {
            guard let release = FHIRRelease(version.record.format) else { throw CannotOpen() }
            whole.body = PartialBinary.bytes(of: body, release)
            return whole
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count + version.cuts.length)
        var position = 0
        for cut in version.cuts {
            bytes.append(contentsOf: body[position..<cut.at])
            position = cut.at
            guard let content = try await content(cut, of: key.person, key) else { throw CannotOpen() }
            for index in 0..<ContentChunks.count(ofSize: content.size) {
                bytes.append(contentsOf: Data(try await chunk(index, of: content, key)).base64EncodedData())
            }
        }
        bytes.append(contentsOf: body[position...])
        whole.body = bytes
        return whole
    }
}

extension RecordVersion {
    /// Characters of base64 that a Binary whose file came by itself has back in memory.
    static let mostPutBack = 8 << 20

    /// It was written as a file: its Binary was made for it.
    var isFile: Bool { cuts.first?.isFile == true }

    /// Its file stays out of its body, wherever that is read.
    var leavesFileOut: Bool { isFile && cuts.length > Self.mostPutBack }

    /// SQL: how long a body of `columns` is in memory, when it is whole.
    static let weight: SQL = "octet_length(body) + CASE WHEN lifted <= \(unescaped: String(mostPutBack)) THEN lifted ELSE 0 END"
}
