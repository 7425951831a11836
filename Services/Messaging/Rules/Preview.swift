import CareModels
import Foundation

/// A conversation's last message in one line.
enum Preview {
    static let most = 140

    static func line(_ content: MessageContent) -> String {
        if let text = content.text { return shortened(text) }
        if let caption = content.media?.caption { return shortened(caption) }
        switch content.kind {
        case .image?: return "Photo"
        case .video?: return "Video"
        case .document?: return "Document"
        case .audio?: return "Audio"
        default: return ""
        }
    }

    static func line(_ details: ItemDetails) -> String {
        switch details.event {
        case "appointment.booked": "Appointment booked"
        case "appointment.rescheduled": "Appointment moved"
        case "appointment.cancelled": "Appointment cancelled"
        default: ""
        }
    }

    private static func shortened(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingCharacters(in: .whitespaces)
        return line.count <= most ? line : line.prefix(most - 1) + "…"
    }
}
