/// The class itself and its base classes, nearest first.
package func superclasses(of type: AnyClass) -> UnfoldFirstSequence<AnyClass> {
    sequence(first: type) { _getSuperclass($0) }
}

/// Whether a class is another one, or inherits from it.
func isClass(_ type: AnyClass, orInherits other: AnyClass) -> Bool {
    superclasses(of: type).contains { $0 == other }
}
