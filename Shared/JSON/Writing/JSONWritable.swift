/// Writes itself as JSON, its members in the order of their names, as `CareJSON` has them: equal values are equal bytes.
public protocol JSONWritable {
    func write(to json: inout JSONWriter)
}
