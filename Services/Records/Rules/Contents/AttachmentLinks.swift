import Foundation
import JSON

/// A stored body with addresses in the place of what was taken out of it (`_attachments=url`).
enum AttachmentLinks {
    /// Where an attachment says that its bytes are, when its `url` says something else already.
    static let extensionURL = "https://careline.example/fhir/attachment-url"

    /// `address` of an attachment's place, such as `content[0].attachment`. Nil when there is nothing to be replaced: a Binary has no place for an address.
    static func body(_ body: [UInt8], _ cuts: [Cut], address: (String) -> String) -> [UInt8]? {
        guard let root = try? JSONDocument(body, limits: .resource).root else { return nil }
        var linked: [UInt8] = []
        var position = 0
        for data in AttachedData.all(in: root) where cuts.contains(where: { $0.at == data.range.lowerBound }) {
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
}
