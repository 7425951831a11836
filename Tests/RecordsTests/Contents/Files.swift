import Foundation
import HTTP
import JSON
import ServiceTestKit

@testable import RecordsService

/// Files of tests.
enum Files {
    /// So many bytes that begin as a PDF does; others for another seed.
    static func pdf(_ size: Int, seed: Int = 1) -> [UInt8] {
        var bytes = Array("%PDF-1.7\n".utf8)
        bytes.reserveCapacity(size)
        var state = UInt32(truncatingIfNeeded: seed) &* 2_654_435_761 | 1
        while bytes.count < size {
            state = state &* 1_664_525 &+ 1_013_904_223
            bytes.append(UInt8(truncatingIfNeeded: state >> 24))
        }
        return bytes
    }

    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 20)

    /// A grey square of 250 pixels, deflated into one stored block.
    static let picture: [UInt8] = {
        func big(_ number: UInt32) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) } }
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let bytes = Array(type.utf8) + content
            var crc = UInt32.max
            for byte in bytes {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
            }
            return big(UInt32(content.count)) + bytes + big(~crc)
        }
        let rows: [UInt8] = (0..<250).flatMap { row -> [UInt8] in [0] + (0..<250).map { UInt8(truncatingIfNeeded: $0 ^ row) } }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in rows {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let length = UInt16(rows.count)
        let block: [UInt8] = [1, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
        let header: [UInt8] = big(250) + big(250) + [8, 0, 0, 0, 0]
        let data: [UInt8] = [0x78, 0x01] + block + rows + big(high << 16 | low)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
    }()

    static let position = Array("N49.8951 W97.1384".utf8)

    /// A JPEG's segments with what a camera writes beside the picture.
    static let photo: [UInt8] = {
        func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, code, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
        }
        let picture =
            segment(0xDB, [UInt8](repeating: 1, count: 65)) + segment(0xC0, [8, 1, 0xE0, 2, 0x80, 1, 1, 0x11, 0]) + segment(0xC4, [UInt8](repeating: 0, count: 17))
            + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD3, 0x56]
        return [0xFF, 0xD8] + segment(0xE1, Array("Exif\0\0".utf8) + position) + picture + [0xFF, 0xD9]
    }()
}

extension Answer {
    func header(_ name: String) -> String? { headers.first(name: name) }

    /// The id in Location: of the resource or the upload.
    var locationID: String {
        let parts = (header("Location") ?? "").split(separator: "/").map(String.init)
        return parts.firstIndex(of: "_history").map { parts[$0 - 1] } ?? parts.last ?? "(none)"
    }
}

extension World {
    /// The Binary's id.
    func store(_ bytes: [UInt8], _ type: String, _ person: Person, release: String = "r4") async throws -> String {
        try await send(.POST, "/fhir/\(release)/Binary", person, bytes, type: type).locationID
    }

    /// What counts, and what there is, by the rows themselves.
    func storage(_ person: Person) async throws -> (counted: Int, stored: Int) {
        let counted = try await count("SELECT coalesce((SELECT bytes FROM record_storage WHERE owner_id = \(person.id)), 0)")
        let stored = try await count(
            """
            SELECT (SELECT coalesce(sum(octet_length(v.body) + coalesce(octet_length(v.contents), 0) + 256), 0)::bigint
                    FROM records r JOIN record_versions v USING (record_id) WHERE r.owner_id = \(person.id) AND v.body IS NOT NULL)
                + (SELECT coalesce(sum(octet_length(head)), 0)::bigint FROM records WHERE owner_id = \(person.id))
                + (SELECT coalesce(sum(octet_length(data) + 256), 0)::bigint FROM contents c JOIN content_chunks USING (content_id) WHERE c.owner_id = \(person.id))
                + (SELECT coalesce(sum(charged), 0)::bigint FROM uploads WHERE owner_id = \(person.id))
            """)
        return (counted, stored)
    }
}
