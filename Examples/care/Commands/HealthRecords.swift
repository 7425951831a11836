import ArgumentParser
import CareClient
import Foundation

struct HealthRecords: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "records", abstract: "Show health records of a type, the newest first; or keep one.",
        discussion: "care records Observation code=8867-4 date=ge2026-01-01 asks with FHIR's search parameters.")
    @OptionGroup var device: Device
    @Argument(help: "FHIR's name of the type: Observation.") var type = "Observation"
    @Argument(help: "What to search for: name=value.") var conditions: [String] = []
    @Option(help: "Keeps the FHIR resource in this file; - is what is typed.") var add: String?

    func run() async throws {
        try await telling {
            let care = try await device.care()
            if let add {
                let json = add == "-" ? FileHandle.standardInput.readDataToEndOfFile() : try Terminal.contents(of: add)
                try await keep(care, FhirResource(json: json))
            } else {
                let found = try await care.records.search(try search).current()
                for record in found.items {
                    Terminal.say("  \(Wording.time(record.createdAt ?? record.updatedAt, in: Wording.here))  \(record.type)/\(record.id)  \(Self.words(of: record))")
                }
                if found.items.isEmpty { Terminal.say("Nothing is there.") } else if found.loadMore != nil { Terminal.say("  and more") }
            }
            await care.close()
        }
    }

    /// On this machine at once, and as soon as can be on the server.
    private func keep(_ care: CareClient, _ resource: FhirResource) async throws {
        let added = try await care.records.add(resource)
        for try await waiting in care.records.added() {
            switch waiting.data.first(where: { $0.id == added.id })?.delivery {
            case nil, .sent: return Terminal.say("Kept: \(resource.type)")
            case .failed(let error):
                _ = try await care.records.cancel(added)
                throw error
            case .sending: continue
            case .toBeSent: return Terminal.say("Waits for the network.")
            }
        }
    }

    private var search: FhirSearch {
        get throws {
            try conditions.reduce(FhirSearch(type)) { search, condition in
                guard let equals = condition.firstIndex(of: "=") else { throw ValidationError("\(condition) is no name=value") }
                return search.where(String(condition[..<equals]), String(condition[condition.index(after: equals)...]))
            }
        }
    }

    /// What a person would call it, where the resource says so in the usual places.
    private struct Words: Decodable {
        struct Concept: Decodable {
            struct Coding: Decodable { var display: String? }
            var text: String?
            var coding: [Coding]?
        }
        struct Quantity: Decodable {
            var value: Double?
            var comparator: String?
            var unit: String?
        }
        var status: String?
        var code: Concept?
        var valueQuantity: Quantity?
    }

    private static func words(of record: FhirRecord) -> String {
        guard let words = try? record.resource.decode(Words.self) else { return "" }
        // Less than five is not five.
        let quantity = words.valueQuantity?.value.map { "\(words.valueQuantity?.comparator ?? "")\($0.formatted()) \(words.valueQuantity?.unit ?? "")" }
        let line = [words.code?.text ?? words.code?.coding?.first?.display, quantity].compactMap { $0 }.joined(separator: ": ")
        return words.status == "entered-in-error" ? "\(line) (entered in error)" : line
    }
}
