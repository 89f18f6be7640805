import MoonwireValues

/// The type of the value that an object represents: the content of a box, or the object's own type.
package func dynamicType(of object: AnyObject) -> Any.Type {
    (type(of: object) as? AnyValueBox.Type)?.valueType ?? type(of: object)
}
