import CareModels
import Foundation
import JSON

/// A stored body with addresses in the place of what was taken out of it (`_attachments=url`), and one that was sent back so with the bytes in theirs.
enum AttachmentLinks {
    /// Where an attachment says that its bytes are, when its `url` says something else already.
    static let extensionURL = "https://careline.example/fhir/attachment-url"
    static let operation = "$binary-access-read"

    /// `address` of an attachment's place, such as `content[0].attachment`. Nil when there is nothing to be replaced: a Binary has no place for an address.
    static func body(_ body: [UInt8], _ cuts: [Cut], address: (String) -> String) throws -> [UInt8]? {
        guard let root = try? JSONDocument(body, limits: .resource).root else { return nil }
        var linked: [UInt8] = []
        var position = 0
        let places = Set(cuts.map(\.at))
        for data in try AttachedData.all(in: root) where places.contains(data.range.lowerBound) {
            guard data.holder["resourceType"] == nil, data.holder["_data"] == nil else { return nil }
            let member = data.value.memberBytes
            let url = JSONWriter.quoted(address(data.holder.path))
            linked.append(contentsOf: body[position..<member.startIndex])
            if data.holder["url"] == nil {
                linked += Array(#""url":"#.utf8) + url
            } else {
                linked += Array(#""_data":{"extension":[{"url":"\#(extensionURL)","valueUri":"#.utf8) + url + Array("}]}".utf8)
            }
            position = member.endIndex
        }
        guard position > 0 else { return nil }
        linked.append(contentsOf: body[position...])
        return linked
    }

    /// Of an attachment of a resource's version.
    static func address(_ resource: String, _ path: String, version: Int) -> String {
        "\(resource)/\(operation)?path=\(path.replacing("[", with: "%5B").replacing("]", with: "%5D"))&version=\(version)"
    }
}

/// An address of ours where an attachment's bytes were.
struct AttachmentLink: Sendable {
    /// The member to be replaced: `url`, or `_data` with the extension.
    let member: JSONValue
    /// Where they are in that version.
    let path: String
    let version: Int

    /// Those of attachments without data that name a place in `resource`, by its own address.
    static func all(in root: JSONValue, of resource: String) throws(CancellationError) -> [AttachmentLink] {
        let prefix = "\(resource)/\(AttachmentLinks.operation)?"
        let nodes = root.document.nodes
        var found: [AttachmentLink] = []
        for index in root.index..<Int(nodes[root.index].after) {
            try Cancellation.check(index)
            guard nodes[index].kind == .string, nodes[index].isMember else { continue }
            guard Int(nodes[index].end - nodes[index].start) > prefix.utf8.count else { continue }
            let value = JSONValue(document: root.document, index: index)
            guard value.isNamed("url") || value.isNamed("valueUri"), let text = value.string, text.hasPrefix(prefix), let member = member(value),
                let link = AttachmentLink(member, query: text.dropFirst(prefix.count))
            else { continue }
            found.append(link)
        }
        return found
    }

    private init?(_ member: JSONValue, query: Substring) {
        var values: [Substring: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = PercentCoding.decode(parts[1].utf8) }
        }
        guard let path = values["path"], let version = values["version"].flatMap({ Int($0) }) else { return nil }
        (self.member, self.path, self.version) = (member, path, version)
    }

    /// What the address stands in for; nil where bytes are beside it, or no attachment is around it.
    private static func member(_ value: JSONValue) -> JSONValue? {
        if value.isNamed("url") {
            guard let holder = value.parent, holder["data"] == nil else { return nil }
            return value
        }
        guard let one = value.parent, one["url"]?.string == AttachmentLinks.extensionURL, let data = one.parent?.parent, data.isNamed("_data"),
            data.parent?["data"] == nil
        else { return nil }
        return data
    }

    /// The resource with what `data` has for each link (between quotes) in its place; nil when there is none for one, or they are more than a resource may be.
    static func restored(_ links: [AttachmentLink], in root: JSONValue, most: Int, _ data: (AttachmentLink) -> ArraySlice<UInt8>?) -> [UInt8]? {
        let bytes = root.document.bytes
        var whole: [UInt8] = []
        var position = root.range.lowerBound
        for link in links {
            let member = link.member.memberBytes
            // Within another's.
            guard member.startIndex >= position else { continue }
            guard let data = data(link), whole.count + data.count <= most else { return nil }
            whole += bytes[position..<member.startIndex]
            whole += #""data":""#.utf8
            whole += data
            whole.append(UInt8(ascii: "\""))
            position = member.endIndex
        }
        return whole + bytes[position..<root.range.upperBound]
    }
}
