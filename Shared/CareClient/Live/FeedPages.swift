import Foundation
import JSON

/// The feed in pages, told as the stream would tell it.
struct FeedPages: Equatable, Sendable {
    /// What the next page is asked for after.
    private(set) var place: FeedPlace?
    /// The next page is there already.
    private(set) var hasMore = true
    private var hasResumed = false

    init(after place: FeedPlace?) { self.place = place }

    /// What a page says, as frames; nil where too much was missed meanwhile: whoever reads begins anew.
    mutating func read(_ bytes: Data) throws(CareError) -> [Data]? {
        guard let page = try? Wire.decode(Page.self, from: bytes), let items = try? JSONDocument([UInt8](bytes)).root["items"] else { throw .unreadable("/feed") }
        guard page.recovered, let before = place, before.epoch == page.epoch else {
            guard !hasResumed else { return nil }
            // From now on.
            let now = FeedPlace(epoch: page.epoch, sequence: page.sequence)
            (place, hasResumed, hasMore) = (now, true, false)
            return [Self.resumed(false, now)]
        }
        place?.sequence = page.items.last?.sequence ?? before.sequence
        hasMore = page.nextCursor != nil
        var frames = hasResumed ? [] : [Self.resumed(true, before)]
        hasResumed = true
        if !page.items.isEmpty { frames.append(Data(#"{"type":"entries","entries":"#.utf8) + Data(items.bytes) + Data("}".utf8)) }
        return frames
    }

    private static func resumed(_ isRecovered: Bool, _ place: FeedPlace) -> Data {
        Data(#"{"type":"resumed","recovered":\#(isRecovered),"epoch":"\#(place.epoch)","sequence":\#(place.sequence)}"#.utf8)
    }

    private struct Page: Decodable {
        struct Entry: Decodable { var sequence: Int }

        var epoch: String
        var sequence: Int
        var recovered: Bool
        var items: [Entry]
        var nextCursor: String?
    }
}
