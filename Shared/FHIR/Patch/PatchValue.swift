import JSON

/// A value of a FHIRPath Patch, as it stands in JSON.
struct PatchValue {
    /// Nil for a primitive that has extensions alone.
    var value: JSONValue?
    /// A primitive's id and extensions.
    var extensions: JSONValue?
    /// What `value[x]` ends with in the patch: `HumanName`. Nil for what has parts.
    var suffix: String?

    /// `{"name": "value", "valueString": …}`; or with parts, where the type has elements of its own; or with a resource. `type` is that of the element that it
    /// becomes, when it is known.
    init(_ parameter: JSONValue, becoming type: String?, _ types: FHIRTypes, _ lists: FHIRLists) throws(PatchFault) {
        if let resource = parameter["resource"] {
            value = resource
            return
        }
        for member in parameter.children {
            guard let name = member.name else { continue }
            if name.hasPrefix("value") {
                value = member
                suffix = String(name.dropFirst(5))
            } else if name.hasPrefix("_value") {
                extensions = member
                suffix = String(name.dropFirst(6))
            }
        }
        if value != nil || extensions != nil { return }
        guard let parts = parameter["part"], parts.isList else { throw .malformed("A value is a value[x], a resource, or parts.") }
        var object = ObjectBytes()
        for part in parts.children {
            guard let name = part["name"]?.string else { throw .malformed("A part says its name.") }
            let element = type.flatMap { types.element(name, of: $0) }
            let value = try PatchValue(part, becoming: element?.types.first, types, lists)
            let full = element?.isChoice == true ? name + (value.suffix ?? "") : name
            object.add(value, named: full, isList: lists.has(name, of: type))
        }
        value = try object.value
    }

    /// The JSON name that it has as this element: `valueQuantity` of a choice.
    func name(_ element: String, of type: String?, _ types: FHIRTypes) -> String {
        guard let type, let known = types.element(element, of: type), known.isChoice, let suffix else { return element }
        return element + suffix
    }
}

/// An object that is put together of values.
private struct ObjectBytes {
    private var members: [(name: String, isList: Bool, items: [PatchValue])] = []
    /// By name: where it is among them.
    private var places: [[UInt8]: Int] = [:]

    mutating func add(_ value: PatchValue, named name: String, isList: Bool) {
        let place = places[Array(name.utf8), default: members.count]
        if place < members.count {
            members[place].items.append(value)
            members[place].isList = true
        } else {
            places[Array(name.utf8)] = place
            members.append((name, isList, [value]))
        }
    }

    var value: JSONValue {
        get throws(PatchFault) {
            var bytes: [UInt8] = [UInt8(ascii: "{")]
            for member in members {
                Self.write(member.name, member.items.map(\.value), member.isList, to: &bytes)
                if member.items.contains(where: { $0.extensions != nil }) { Self.write("_" + member.name, member.items.map(\.extensions), member.isList, to: &bytes) }
            }
            bytes.append(UInt8(ascii: "}"))
            do {
                return try JSONDocument(bytes, limits: .resource).root
            } catch {
                throw .malformed("The value's parts make no element.")
            }
        }
    }

    private static func write(_ name: String, _ values: [JSONValue?], _ isList: Bool, to bytes: inout [UInt8]) {
        guard values.contains(where: { $0 != nil }) else { return }
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += JSONWriter.quoted(name) + [UInt8(ascii: ":")]
        if isList { bytes.append(UInt8(ascii: "[")) }
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += value.map { Array($0.bytes) } ?? Array("null".utf8)
        }
        if isList { bytes.append(UInt8(ascii: "]")) }
    }
}
