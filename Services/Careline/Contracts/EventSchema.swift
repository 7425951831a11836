import CareModels
import Foundation

/// The JSON Schema (2020-12) of one event's data.
struct EventSchema {
    /// A field of an event has no meaning in the catalog.
    struct Unexplained: Error, CustomStringConvertible {
        let event: String
        let field: String
        var description: String { "\(event).\(field) is not explained: add it to EventCatalog.meanings" }
    }

    let entry: EventEntry

    /// The file's name, beside `asyncapi.yaml` in `schemas/`.
    var fileName: String { entry.type + ".json" }

    /// Other fields are allowed: a later version may add some.
    func document() throws -> Document {
        let example: any CareEvent = entry.example
        let learnt = try learnt(from: example)
        let data = try CareJSON.encode(example)
        guard let required = learnt["required"], let fields = learnt["properties"]?.fields else {
            throw SchemaDecoder.Unsupported(type: entry.name)
        }
        var properties: [Document.Field] = []
        for field in fields {
            guard let meaning = EventCatalog.meanings[field.name] else { throw Unexplained(event: entry.name, field: field.name) }
            var schema = (field.value.deprecating(EventCatalog.formerNames).fields ?? []) + [Document.Field(name: "description", value: .text(meaning))]
            if EventCatalog.formerNames.contains(field.name) { schema.insert(Document.Field(name: "deprecated", value: true), at: schema.count - 1) }
            if field.name == "version" { schema.insert(Document.Field(name: "minimum", value: 1), at: schema.count - 1) }
            properties.append(Document.Field(name: field.name, value: .fields(schema)))
        }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "/schemas/\(entry.type).json",
            "title": .text(entry.name),
            "description": .text(entry.summary),
            "type": "object",
            "required": required,
            "properties": .fields(properties),
            "examples": [try Document(json: data)]
        ]
    }

    private func learnt<Event: CareEvent>(from example: Event) throws -> Document { try SchemaDecoder.schema(of: Event.self) }
}

extension Document {
    /// A schema with the properties of its own properties and items that have these names marked.
    fileprivate func deprecating(_ names: Set<String>) -> Document {
        switch self {
        case .list(let schemas): return .list(schemas.map { $0.deprecating(names) })
        case .fields(let fields):
            return .fields(
                fields.map { field in
                    let within = field.value.deprecating(names)
                    guard field.name == "properties" else { return Field(name: field.name, value: within) }
                    let marked = (within.fields ?? []).map { property in
                        guard names.contains(property.name), let schema = property.value.fields else { return property }
                        return Field(name: property.name, value: .fields(schema + [Field(name: "deprecated", value: true)]))
                    }
                    return Field(name: field.name, value: .fields(marked))
                })
        default: return self
        }
    }
}
