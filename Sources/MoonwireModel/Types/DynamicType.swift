import MoonwireValues

/// The type of what an object stands for: a box's content, or its own.
package func dynamicType(of object: AnyObject) -> Any.Type {
    (type(of: object) as? any AnyValueBox.Type)?.valueType ?? type(of: object)
}
