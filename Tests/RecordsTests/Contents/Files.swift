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

    static let picture = SamplePicture.square

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

extension Files {
    private static func number(_ value: Int, _ count: Int, _ isLittle: Bool) -> [UInt8] {
        let big = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittle ? big.reversed() : big
    }

    /// A TIFF as cameras and scanners write it, `padding` bytes of picture first and its directory behind: which way is up (6), how wide, and, with `tells`, the maker and a position.
    /// Without, the same file as it is when these were taken out.
    static func tiff(padding: Int, isLittle: Bool = true, tells: Bool = true) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { number(value, 2, isLittle) }
        func long(_ value: Int) -> [UInt8] { number(value, 4, isLittle) }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            short(tag) + short(type) + long(count) + (type == 3 ? short(value) + [0, 0] : long(value))
        }
        let start = 8 + padding
        let (maker, latitude) = (start, start + position.count)
        let gps = latitude + 24
        let first = gps + 6 + 12 * 2
        let degrees = (0..<3).flatMap { long(49 + $0) + long(1) }
        let place = short(2) + entry(1, 2, 2, 0x4E00) + entry(2, 5, 3, latitude) + long(0)
        var entries = entry(256, 3, 1, 640)
        if tells { entries += entry(271, 2, position.count, maker) }
        entries += entry(274, 3, 1, 6)
        if tells { entries += entry(34853, 4, 1, gps) }
        var bytes = Array((isLittle ? "II" : "MM").utf8) + short(42) + long(first)
        bytes += [UInt8](repeating: 0x77, count: padding)
        bytes += tells ? position + degrees + place : [UInt8](repeating: 0, count: first - start)
        return bytes + short(tells ? 4 : 2) + entries + long(0) + (tells ? [] : [UInt8](repeating: 0, count: 24))
    }
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
