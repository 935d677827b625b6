import type { mongo } from 'mongoose';

/** A collection as everybody but its owner sees it (writable.ts). */
export interface ReadCollection<Document extends mongo.BSON.Document> extends Pick<
  mongo.Collection<Document>,
  | 'aggregate'
  | 'collectionName'
  | 'countDocuments'
  | 'distinct'
  | 'estimatedDocumentCount'
  | 'find'
  | 'findOne'
  | 'watch'
> {}
