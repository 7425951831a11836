import CareModels
import Foundation

/// A conversation's last message in one line.
enum Preview {
    /// Characters of Unicode: what a reader sees as one may be thousands of them.
    static let most = 140

    static func line(_ content: MessageContent) -> Text {
        if let text = content.text ?? content.media?.caption { return Text(verbatim: shortened(text)) }
        switch content.kind {
        case .image?: return "Photo"
        case .video?: return "Video"
        case .document?: return "Document"
        case .audio?: return "Audio"
        default: return Text(verbatim: "")
        }
    }

    static func line(_ details: ItemDetails) -> Text {
        switch details.event {
        case "appointment.booked": "Appointment booked"
        case "appointment.rescheduled": "Appointment moved"
        case "appointment.changed": "Appointment changed"
        case "appointment.cancelled": "Appointment cancelled"
        default: Text(verbatim: "")
        }
    }

    private static func shortened(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingCharacters(in: .whitespaces)
        if line.unicodeScalars.count <= most { return line }
        // No character is cut in two, and no line is empty.
        var room = most - 1
        let whole = line.prefix { character in
            room -= character.unicodeScalars.count
            return room >= 0
        }
        return (whole.isEmpty ? String(String.UnicodeScalarView(line.unicodeScalars.prefix(most - 1))) : String(whole)) + "…"
    }
}
